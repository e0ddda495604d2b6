import type { Analyzer } from './analyzer.js';
import { agentFaultAnalyzers } from './agent-faults/index.js';
import { entryKinds } from './blobs/entry-kinds.js';
import { foreignFiles } from './blobs/foreign-files.js';
import { dataParseErrors } from './data-files/parse-errors.js';
import { jscpd } from './duplication/jscpd.js';
import { oxlint } from './lint/oxlint.js';
import { ruff } from './lint/ruff.js';
import { scope } from './scope/index.js';
import { secrets } from './secrets/secretlint.js';
import { size } from './size/index.js';
import { textAnalyzers } from './text/index.js';
import { actionlint } from './workflow/actionlint.js';

/** All analyzers, those that wait for other processes first. */
export const embeddedAnalyzers: readonly Analyzer[] = [
  oxlint,
  jscpd,
  actionlint,
  secrets,
  ...textAnalyzers,
  entryKinds,
  foreignFiles,
  scope,
  dataParseErrors,
  size,
  ...agentFaultAnalyzers,
  ruff,
];
