import type { Analyzer } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';
import { conflictMarkerRule, conflictMarkers } from './conflict-markers.js';
import { invisibleCharacters, invisibleCharactersRule } from './invisible-characters.js';

export const textAnalyzers: readonly Analyzer[] = [conflictMarkers, invisibleCharacters];
export const textRules: readonly RuleDoc[] = [conflictMarkerRule, invisibleCharactersRule];
