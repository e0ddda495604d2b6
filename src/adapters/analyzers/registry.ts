import type { Analyzer } from './analyzer.js';
import { agentFaultAnalyzers } from './agent-faults/index.js';
import { publicApi } from './api/index.js';
import { entryKinds } from './blobs/entry-kinds.js';
import { unsafePaths } from './blobs/unsafe-paths.js';
import { foreignFiles } from './blobs/foreign-files.js';
import { cycles } from './cycles/index.js';
import { dataParseErrors } from './data-files/parse-errors.js';
import { declaredDependencies } from './dependencies/declared.js';
import { lockChanges } from './dependencies/lock-changes.js';
import { undeclaredImports } from './dependencies/undeclared.js';
import { undeclaredGo } from './dependencies/undeclared-go.js';
import { undeclaredPython } from './dependencies/undeclared-python.js';
import { documentation } from './documentation/index.js';
import { jscpd } from './duplication/jscpd.js';
import { oxlint } from './lint/oxlint.js';
import { ruff } from './lint/ruff.js';
import { performance } from './performance/index.js';
import { scope } from './scope/index.js';
import { hardCoded } from './secrets/hard-coded.js';
import { secrets } from './secrets/secretlint.js';
import { size } from './size/index.js';
import { treeErrors } from './syntax/tree-errors.js';
import { testCommand } from './test-command/index.js';
import { textAnalyzers } from './text/index.js';
import { actionlint } from './workflow/actionlint.js';

/** All analyzers, those that wait for other processes first and the one that fills this process last. */
export function embeddedAnalyzers(storeEvidence: (bytes: Uint8Array) => Promise<string>): readonly Analyzer[] {
  return [
    testCommand(storeEvidence),
    oxlint,
    jscpd,
    actionlint,
    secrets,
    hardCoded,
    ...textAnalyzers,
    entryKinds,
    unsafePaths,
    foreignFiles,
    scope,
    dataParseErrors,
    treeErrors,
    lockChanges,
    declaredDependencies,
    undeclaredImports,
    undeclaredPython,
    undeclaredGo,
    publicApi,
    cycles,
    performance,
    documentation,
    size,
    ...agentFaultAnalyzers,
    ruff,
  ];
}
