import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Policy } from '../../domain/model/policy.js';
import { isRefusal, type Problem, type Refusal } from '../../domain/model/refusal.js';
import { defaultPolicy } from '../../domain/policy/default-policy.js';
import { loadPolicy } from './load-policy.js';

function loaded(text: string): Policy {
  const policy = loadPolicy(text, 'policy.yaml');
  if (isRefusal(policy)) throw new Error(JSON.stringify(policy, undefined, 1));
  return policy;
}

function refused(text: string): Refusal {
  const policy = loadPolicy(text, 'policy.yaml');
  if (!isRefusal(policy)) throw new Error('was loaded');
  return policy;
}

function onlyProblem(text: string): Problem {
  const { problems } = refused(text);
  expect(problems).toHaveLength(1);
  return problems![0]!;
}

describe('what a file says', () => {
  it('takes an empty file, a comment and an empty map for the default policy', () => {
    for (const text of ['', '\n', '# nothing yet\n', '---\n', '{}', '\uFEFF'])
      expect(loaded(text)).toEqual(defaultPolicy);
  });

  it('reads 80 and 0.8 as the same confidence, and 1 as the whole', () => {
    const approve = (value: string) =>
      loaded(`standards: {approve: {min_confidence: ${value}}}`).standards.minConfidence;
    expect([approve('80'), approve('0.8'), approve('0.29')]).toEqual([80, 80, 29]);
    expect(onlyProblem('standards: {approve: {min_confidence: 1}}').message).toContain('needs confidence 100');
    expect(onlyProblem('standards: {approve: {min_confidence: 79.5}}').expected).toContain('an integer from 0 to 100');
  });

  it('stores roles in kebab-case, whichever spelling stands in the file', () => {
    const policy = loaded('reviewer_matrix: {Core_Developer: {primary: core-developer, backup: AUDITOR}}');
    expect(policy.reviewerMatrix['core-developer']).toEqual({
      primary: 'core-developer',
      backup: 'auditor',
      reasons: [],
    });
    expect(policy.reviewerMatrix['*']).toEqual(defaultPolicy.reviewerMatrix['*']);
  });

  it('reads the other spelling of a matrix line and keeps a rationale that is given twice', () => {
    const policy = loaded(
      [
        'reviewer_matrix:',
        '  architect:',
        '    primary_reviewer: optimizer',
        '    rationale: practical designs',
        '    backup_reviewer: auditor',
        '    rationale: quality',
        '    escalate_to: human',
      ].join('\n'),
    );
    expect(policy.reviewerMatrix['architect']).toEqual({
      primary: 'optimizer',
      backup: 'auditor',
      escalate: 'human',
      reasons: ['practical designs', 'quality'],
    });
  });

  it('reads criteria as names, as one-key maps and as a map with checks', () => {
    const policy = loaded(
      [
        'criteria:',
        '  create_core:',
        '    required:',
        '      - no_secrets',
        '      - one_purpose: "Does one thing"',
        '    optional:',
        '      documented:',
        '        description: "Is described"',
        '        checks: ["Methods", "Returns"]',
      ].join('\n'),
    );
    expect(policy.criteria['create_core']).toEqual([
      { name: 'no_secrets', required: true, description: 'No secrets', checks: [] },
      { name: 'one_purpose', required: true, description: 'Does one thing', checks: [] },
      { name: 'documented', required: false, description: 'Is described', checks: ['Methods', 'Returns'] },
    ]);
    expect(policy.criteria['*']).toEqual(defaultPolicy.criteria['*']);
  });

  it('reads ">3" cycles as 3, hours as minutes, and lets false turn a rule off', () => {
    const rules = (list: string) => loaded(`escalation: {auto_escalate_to_human: [${list}]}`).escalation;
    expect(rules('{review_cycles: ">2"}, {time_exceeded: ">3 hours"}')).toEqual({
      ...defaultPolicy.escalation,
      maxRevisions: 2,
      maxOpenMinutes: 180,
    });
    expect(rules('{review_cycles: 5}, {confidence_gap: false}')).toEqual({
      ...defaultPolicy.escalation,
      maxRevisions: 5,
      maxConfidenceGap: null,
    });
  });

  it('takes a ground of rejection away only where it says false', () => {
    const grounds = (list: string) => loaded(`standards: {reject: {conditions: [${list}]}}`).rejectGrounds;
    expect(grounds('{fundamental_flaw: true}')).toEqual(defaultPolicy.rejectGrounds);
    expect(grounds('{security_risk: "critical"}, {better_to_start_over: false}')).not.toContain('better_to_start_over');
  });

  it('adds paths to the built-in ones and never replaces them', () => {
    const policy = loaded('paths: [{glob: ["a/**", "b/**"], sensitivity: sensitive}]');
    expect(policy.paths.slice(0, -2)).toEqual(defaultPolicy.paths);
    expect(policy.paths.slice(-2).map((rule) => rule.glob)).toEqual(['a/**', 'b/**']);
  });

  it('replaces an exclusion by name, and removes it by false', () => {
    expect(loaded('coverage: {exclude: {media: false}}').coverage.exclude).toEqual([]);
    expect(loaded('coverage: {exclude: {snapshots: {globs: "**/*.snap"}}}').coverage.exclude).toEqual([
      ...defaultPolicy.coverage.exclude,
      { name: 'snapshots', globs: ['**/*.snap'] },
    ]);
  });

  it('asks for passing tests once it names a test command', () => {
    const policy = loaded('test_command: npm test');
    expect(policy.testCommand).toEqual({ command: 'npm test', timeoutMinutes: 10 });
    expect(policy.criteria['*']).toContainEqual(expect.objectContaining({ name: 'tests_pass', required: true }));
    expect(defaultPolicy.criteria['*']?.map((each) => each.name)).not.toContain('tests_pass');
  });
});

describe('mistakes', () => {
  it('come all at once, in order, each with line, column, key, expectation and nearest word', () => {
    const text = [
      'enabeld: true',
      'protocol: standard',
      'standards:',
      '  approve:',
      '    min_confidence: 800',
      'review_required:',
      '  skip_if:',
      '    - when: filez > 3',
      'performance: { review_queue_max: many }',
    ].join('\n');
    const refusal = refused(text);
    expect(refusal.code).toBe('policy_invalid');
    expect(refusal.problems?.map(({ line, column, key, nearest }) => [line, column, key, nearest])).toEqual([
      [1, 1, 'enabeld', 'enabled'],
      [2, 11, 'protocol', 'standards'],
      [5, 21, 'standards.approve.min_confidence', undefined],
      [8, 13, 'review_required.skip_if.1.when', 'files'],
      [9, 34, 'performance.review_queue_max', undefined],
    ]);
    for (const problem of refusal.problems ?? []) expect(problem.expected).toBeTruthy();
  });

  const keysOf = (text: string) => refused(text).problems?.map(({ key }) => key);

  it('of the notation of keys, of keys that contradict and of gates that nobody can pass come in one run', () => {
    const text = [
      'enabeld: true',
      'criteria:',
      '  bugfix: { required: [no_secrets], optional: [no_secrets] }',
      'reviewer_matrix:',
      '  tester: { primary: auditr, backup: human }',
      '  architect: { backup: auditor }',
      'budget: { max_minutes: soon }',
      'overlays: {agentic_review: {enabled: true, coder_agent: dev, reviewer_agent: dev}}',
    ].join('\n');
    expect(refused(text)).toMatchObject({
      code: 'policy_invalid',
      message: expect.stringContaining('6 mistakes') as string,
    });
    expect(keysOf(text)).toEqual([
      'enabeld',
      'criteria.bugfix.optional.1',
      'reviewer_matrix.tester.primary',
      'reviewer_matrix.architect',
      'budget.max_minutes',
      'overlays.agentic_review.reviewer_agent',
    ]);
  });

  it('of a key given twice and of other keys come in one run', () => {
    const { problems } = refused('enabled: true\nenabled: maybe\nprotocol: standrds\nfoo: 1\n');
    expect(problems?.map(({ line, message }) => [line, message])).toEqual([
      [2, 'this key is given twice'],
      [2, 'is "maybe"'],
      [3, 'is "standrds"'],
      [4, 'is no key that is known here'],
    ]);
  });

  it('of a key given twice are those of each one, wherever they stand', () => {
    const text = [
      'criteria:',
      '  code_change: { requird: [no_secrets] }',
      'protocol: standrds',
      'criteria:',
      '  code_change: { required: [] }',
      'standards:',
      '  approve: { min_confidence: 101 }',
      '  approve: { min_confidense: 90 }',
      '  approve: { min_confidence: 90 }',
      'enabled: maybe',
      'foo: 1',
    ].join('\n');
    const { problems } = refused(text);
    expect(problems?.map(({ line, column, message }) => [line, column, message])).toEqual([
      [2, 18, 'is no key that is known here'],
      [3, 11, 'is "standrds"'],
      [4, 1, 'this key is given twice'],
      [5, 16, 'asks nothing'],
      [7, 30, 'is 101'],
      [8, 3, 'this key is given twice'],
      [8, 14, 'is no key that is known here'],
      [9, 3, 'this key is given twice'],
      [10, 10, 'is "maybe"'],
      [11, 1, 'is no key that is known here'],
    ]);
  });

  it('of a key given twice are told beside what contradicts itself elsewhere, and nothing is made up between them', () => {
    const twice = 'agents: { anna: { driver: mcp, role: auditor } }\nagents: { bert: { driver: mcp, role: tester } }\n';
    const matrix = "reviewer_matrix: { tester: { backup: auditor }, '*': { primary: anna, escalate: human } }\n";
    expect(refused(twice + matrix).problems?.map(({ line, message }) => [line, message])).toEqual([
      [2, 'this key is given twice'],
      [3, expect.stringContaining('has no primary reviewer')],
    ]);
  });

  it('of a key given very often come soon', () => {
    const { problems } = refused(`foo: 1\n${'enabled: maybe\n'.repeat(3_000)}`);
    expect(problems?.length).toBeGreaterThan(3_000);
  });

  it('of a word left out says that it is missing', () => {
    expect(onlyProblem('agents: {clara: {role: coder}}')).toMatchObject({
      key: 'agents.clara.driver',
      message: 'is missing',
    });
  });

  it('of words in another order names the key that has them', () => {
    expect(onlyProblem('standards: {approve: {confidence_min: 90}}')).toMatchObject({ nearest: 'min_confidence' });
  });

  it.each([
    [
      'an agent that cannot be read may be the reviewer',
      'agents: {clara: {drivr: mcp}}\nreviewer_matrix: {tester: {primary: clara}}',
      ['agents.clara.driver', 'agents.clara.drivr'],
    ],
    [
      'a misspelt section may be the agents',
      'agnets: {clara: {driver: mcp}}\nreviewer_matrix: {tester: {primary: clara}}',
      ['agnets'],
    ],
    [
      'a number that cannot be read may be the one that fits',
      'standards: {approve: {min_confidence: 500}, request_changes: {conditions: [{confidence: "<90"}]}}',
      ['standards.approve.min_confidence'],
    ],
    [
      'a misspelt number may be the one that is repeated',
      'standards: {approve: {max_critical_concern: 2}, request_changes: {conditions: [{critical_concerns: ">2"}]}}',
      ['standards.approve.max_critical_concern'],
    ],
    [
      'a line without a readable primary has one',
      'reviewer_matrix: {tester: {primary: 3}}',
      ['reviewer_matrix.tester.primary'],
    ],
  ])('nothing is said that hangs on what could not be read: %s', (_name, text, keys) => {
    expect(keysOf(text)).toEqual(keys);
  });

  it('a syntax error does not hide the mistakes of other sections, and what hangs on the lost one is not told', () => {
    const text = [
      'enabled: maybe',
      'agents:',
      '  clara: {driver: mcp',
      'reviewer_matrix:',
      '  tester: {primary: clara}',
      'standards:',
      '\tapprove: {}',
      'default_timeout_minutes: -1',
      'performance: "open',
    ].join('\n');
    const { problems = [] } = refused(text);
    expect(problems.map(({ line }) => line)).toEqual(expect.arrayContaining([1, 4, 7, 8, 9]));
    expect(problems.flatMap(({ key }) => key ?? []).filter((key) => key.startsWith('reviewer_matrix'))).toEqual([]);
  });

  it.each([
    ['a syntax error', 'a: [1, 2', 'is not YAML'],
    ['a key given twice', 'enabled: true\nenabled: false', 'this key is given twice'],
    ['a tab as indent', 'standards:\n\tapprove: {}', 'a tab'],
    ['a second document', 'enabled: true\n---\nenabled: false', 'a second document'],
    ['a list', '- enabled', 'the file is a list'],
    ['a sentence', 'hello', 'the file is "hello"'],
    ['a key without value', 'paths:', 'has no value'],
    ['a wrong type', 'enabled: "yes"', 'is "yes"'],
    ['an unknown tag', 'enabled: !!js/function "f"', 'is not YAML'],
    ['a fraction that is none', 'learning: {pattern_confidence_increase_per_success: 1.5}', 'is 1.5'],
    ['no number', 'standards: {approve: {min_confidence: .nan}}', 'is NaN'],
    ['a glob that leaves the repository', 'paths: [{glob: "../x", sensitivity: protected}]', 'is "../x"'],
    ['a glob that could take for ever', 'paths: [{glob: "*a*a*a*a*b", sensitivity: protected}]', 'is "*a'],
    ['a glob with alternatives', 'paths: [{glob: "+(a|aa)b", sensitivity: protected}]', 'is "+(a'],
    ['a rule that would skip everything', 'review_required: {skip_if: [{except_for: [x]}]}', 'is a map'],
    [
      'a rule for what is never skipped',
      'review_required: {skip_if: [{action_type: security_change}]}',
      'is "security',
    ],
    ['a criterion asked twice', 'criteria: {a: {required: [no_secrets], optional: [no_secrets]}}', 'asked twice'],
    ['a type that asks nothing', 'criteria: {a: {required: []}}', 'asks nothing'],
    ['a role in two spellings', 'agents: {a_b: {driver: mcp}, a-b: {driver: mcp}}', 'once more'],
    ['a matrix line without primary', 'reviewer_matrix: {tester: {backup: auditor}}', 'has no primary reviewer'],
    ['numbers that differ', 'standards: {request_changes: {conditions: [{critical_concerns: ">2"}]}}', 'is ">2"'],
    [
      'a condition given twice',
      'escalation: {auto_escalate_to_human: [{review_cycles: 3}, {review_cycles: 4}]}',
      'twice',
    ],
    [
      'a condition that is no text like ">3"',
      'escalation: {auto_escalate_to_human: [{review_cycles: "3+"}]}',
      'is "3+"',
    ],
    ['a prototype as key', '__proto__: {enabled: false}', 'is no name'],
    ['a map as key', '? {a: 1}\n: 2', 'is no name'],
    ['a merge key', 'standards: {<<: {approve: {}}}', 'is no key'],
    ['a prototype as role', 'reviewer_matrix: {__proto__: {primary: human}}', 'is no name'],
  ])('%s', (_name, text, message) => {
    const problem = onlyProblem(text);
    expect(problem.message).toContain(message);
    expect(problem.line).toBeGreaterThanOrEqual(1);
    expect(problem.column).toBeGreaterThanOrEqual(1);
  });

  it('uses the wording of the panel for its two ranges', () => {
    expect(
      refused('review: {max_fix_iterations: 6, fix_timeout_turns: 4}').problems?.map((each) => each.expected),
    ).toEqual(['max_fix_iterations must be 1-5', 'fix_timeout_turns must be 5-30']);
  });

  it('refuses anchors that unfold without end', () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (const [index, name] of Array.from('bcdefghi').entries()) {
      const previous = 'abcdefghi'.charAt(index);
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${previous}`).join(',')}]`);
    }
    expect(onlyProblem(bomb.join('\n')).message).toContain('cannot be unfolded');
  });

  it('survives nesting without end and files without end', () => {
    expect(isRefusal(loadPolicy('['.repeat(100_000), 'p'))).toBe(true);
    expect(isRefusal(loadPolicy(`${'[1,'.repeat(50_000)}1${']'.repeat(50_000)}`, 'p'))).toBe(true);
    expect(isRefusal(loadPolicy('{a: '.repeat(50_000), 'p'))).toBe(true);
    expect(isRefusal(loadPolicy('- '.repeat(100_000), 'p'))).toBe(true);
    expect(
      isRefusal(loadPolicy(Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), 'p')),
    ).toBe(true);
    loaded(`enabled: true # ${'['.repeat(1000)}\nrun: {focus_areas: ["${'['.repeat(1000)}"]}`);
    expect(onlyProblem(`# ${'x'.repeat(600_000)}`).message).toContain('is longer than');
  });

  it('never throws, whatever the text', () => {
    const words = fc.constantFrom(
      'enabled',
      ': ',
      '- ',
      '\n',
      '  ',
      '{',
      '}',
      '[',
      ']',
      '&a ',
      '*a',
      '"',
      '<<',
      '!!',
      '?',
      'criteria',
      '\t',
      '1',
      '|',
      '%',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (each) => {
        const outcome = loadPolicy(each, 'p');
        if (!isRefusal(outcome)) expect(outcome.paths.length).toBeGreaterThanOrEqual(defaultPolicy.paths.length);
        else for (const problem of outcome.problems ?? []) expect(problem.line).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a file of known keys with any values', () => {
  const word = fc.constantFrom('auditor', 'human', 'no_secrets', 'tester', 'x', '>2', 'mcp', 'standards', 'feature');
  const name = fc.constantFrom(
    ...['primary', 'backup', 'escalate_to', 'primary_reviewer', 'required', 'optional', 'approve', 'conditions'],
    ...['request_changes', 'critical_concerns', 'driver', 'role', 'tester', 'a_b', 'a-b', '*', 'agentic_review'],
    ...['min_confidence', 'max_critical_concerns', 'auto_escalate_to_human', 'review_cycles', 'feature', 'enabled'],
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(word, fc.integer({ min: -1, max: 200 }), fc.boolean(), fc.constant(null)),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(name, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  const section = fc.constantFrom(
    ...[
      'reviewer_matrix',
      'criteria',
      'agents',
      'standards',
      'escalation',
      'embedded',
      'overlays',
      'test_command',
      'x',
    ],
  );

  it('is read or refused, each mistake in the order of the file', () => {
    fc.assert(
      fc.property(fc.dictionary(section, tree, { maxKeys: 5, noNullPrototype: true }), (data) => {
        const outcome = loadPolicy(JSON.stringify(data, null, 1), 'p');
        if (!isRefusal(outcome)) return;
        const lines = outcome.problems!.map(({ line }) => line!);
        expect(lines.length).toBeGreaterThan(0);
        expect(lines).toEqual(lines.toSorted((a, b) => a - b));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a gate that nobody can pass (gitmoot#1451)', () => {
  const reasons = (text: string) => {
    const refusal = refused(text);
    expect(refusal.code).toBe('policy_unsatisfiable');
    return refusal.problems!;
  };

  it('a reviewer that nobody is, with the nearest that somebody is', () => {
    const [problem] = reasons('reviewer_matrix:\n  core_developer:\n    primary: auditr\n    escalate: human\n');
    expect(problem).toMatchObject({ line: 3, column: 14, message: 'nobody can review as auditr', nearest: 'auditor' });
  });

  it('takes a name of agents and the role of one for a reviewer', () => {
    const agents = 'agents: {clara: {driver: mcp, role: guardian}}\n';
    loaded(`${agents}reviewer_matrix: {'*': {primary: guardian, backup: clara}}`);
  });

  it('a creator that only itself reviews', () => {
    const [problem] = reasons('reviewer_matrix:\n  tester:\n    primary: tester\n    backup: tester\n');
    expect(problem).toMatchObject({ line: 3, key: 'reviewer_matrix.tester.primary' });
    loaded('agents: {t2: {driver: mcp, role: tester}}\nreviewer_matrix: {tester: {primary: tester}}');
  });

  it('a checklist rate above one', () => {
    const [problem] = reasons('standards:\n  approve:\n    min_checklist_pass_rate: 1.5\n');
    expect(problem).toMatchObject({ line: 3, column: 30, key: 'standards.approve.min_checklist_pass_rate' });
  });

  it('a confidence that no embedded reviewer states, unless somebody else reviews', () => {
    const [problem] = reasons('standards: {approve: {min_confidence: 96}}');
    expect(problem?.message).toContain('at most 95');
    expect(reasons('embedded: {clean_confidence: 0.7}')[0]?.key).toBe('embedded.clean_confidence');
    loaded(
      'standards: {approve: {min_confidence: 96}}\nagents: {a: {driver: acp, role: auditor}, b: {driver: acp, role: architect}}',
    );
  });

  it('one and the same opinion that approves and requests changes', () => {
    const text = 'standards:\n  approve: {min_confidence: 50}\n  request_changes: {conditions: [{confidence: "<60"}]}';
    expect(reasons(text)[0]?.message).toContain('from 50 approves, but below 60');
  });

  it('a required criterion that neither an analyzer nor anybody within reach answers', () => {
    const judgement = 'criteria:\n  create_core:\n    required:\n      - no_secrets\n      - elegant: "Is it?"\n';
    loaded(judgement);
    const alone = "reviewer_matrix: {'*': {primary: auditor, backup: tester}}\n";
    const [problem] = reasons(judgement + alone);
    expect(problem).toMatchObject({ line: 5, key: 'criteria.create_core.required.elegant' });
    loaded(`${judgement}${alone}agents: {clara: {driver: mcp, role: tester}}`);
    loaded(`criteria: {create_core: {required: [no_secrets], optional: [elegant]}}\n${alone}`);
  });

  it('passing tests are answered only where a command is named', () => {
    const alone =
      "criteria: {x: {required: [tests_pass]}}\nreviewer_matrix: {'*': {primary: auditor, backup: tester}}\n";
    expect(reasons(alone)[0]?.message).toContain('tests_pass');
    loaded(`${alone}test_command: npm test`);
  });

  it('a coder that reviews its own work', () => {
    const [problem] = reasons('overlays: {agentic_review: {enabled: true, coder_agent: dev, reviewer_agent: dev}}');
    expect(problem?.key).toBe('overlays.agentic_review.reviewer_agent');
  });
});
