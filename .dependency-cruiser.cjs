/** Borders of the house (ARCHITECTURE.md). Each rule says why. */
const only = (layer, allowed) => ({
  name: `${layer}-looks-down`,
  comment: `${layer} may import only ${allowed.join(', ') || 'itself'}: no arrow points up.`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: '[.]test[.]ts$' },
  to: { path: '^src/', pathNot: [`^src/${layer}/`, ...allowed.map((other) => `^src/${other}/`)] },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycle',
      comment: 'A cycle means that neither side can be understood alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    only('domain', []),
    only('application', ['domain']),
    only('adapters', ['application', 'domain']),
    only('surfaces', ['application', 'domain']),
    {
      name: 'domain-is-pure',
      comment: 'The domain decides and can be replayed: no I/O, no clock, no randomness, no package.',
      severity: 'error',
      from: { path: '^src/domain/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core', 'npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'domain-features-stand-alone',
      comment: 'To understand one feature one reads one folder: features know only the shared model.',
      severity: 'error',
      from: { path: '^src/domain/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/domain/', pathNot: ['^src/domain/$1/', '^src/domain/model/'] },
    },
    {
      name: 'model-knows-no-feature',
      comment: 'The model is what the features share.',
      severity: 'error',
      from: { path: '^src/domain/model/' },
      to: { path: '^src/domain/', pathNot: '^src/domain/model/' },
    },
    {
      name: 'application-does-no-io',
      comment: 'Use cases reach the outside through ports.',
      severity: 'error',
      from: { path: '^src/application/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer'] },
    },
    {
      name: 'adapters-do-not-know-each-other',
      comment:
        'Adapters meet only in main: each can be replaced alone. What a user trusts has one reader for all, processes end in one way, and so does what is put on disk.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: {
        path: '^src/adapters/',
        pathNot: ['^src/adapters/$1/', '^src/adapters/(user-config|process-group|durable-file)/'],
      },
    },
    {
      name: 'surfaces-do-not-know-each-other',
      comment: 'A surface is a way in; what two of them share belongs to the application.',
      severity: 'error',
      from: { path: '^src/surfaces/([^/]+)/', pathNot: '[.]test[.]ts$' },
      to: { path: '^src/surfaces/', pathNot: '^src/surfaces/$1/' },
    },
    {
      name: 'tests-are-not-imported',
      comment: 'The product does not depend on its tests.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: '([.]test[.]ts$|^test/|^bench/)' },
    },
    {
      name: 'nothing-unresolved',
      comment: 'An import that resolves to nothing is checked by no other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
    extraExtensionsToScan: [],
  },
};
