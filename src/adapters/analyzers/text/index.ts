import type { Analyzer } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { conflictMarkerRule, conflictMarkers } from './conflict-markers.js';
import { invisibleCharacters, invisibleCharactersRule } from './invisible-characters.js';
import { installDownloadRule, pipedDownloadRule, pipedDownloads } from './piped-download.js';

export const textAnalyzers: readonly Analyzer[] = [conflictMarkers, invisibleCharacters, pipedDownloads];
export const textRules: readonly RuleDoc[] = [
  conflictMarkerRule,
  invisibleCharactersRule,
  pipedDownloadRule,
  installDownloadRule,
];
