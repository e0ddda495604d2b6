import type { Severity } from '../../domain/model/verdict.js';
import type { EmbeddedRole } from './analyzer.js';
import type { Language } from './language.js';

/** What docs/rules.md says about one rule; every id an analyzer can raise has exactly one. */
export interface RuleDoc {
  /** `family/name`. */
  readonly id: string;
  readonly role: EmbeddedRole;
  /** The most severe it raises. */
  readonly severity: Severity;
  /** When it raises less than `severity`, in a sentence. */
  readonly lesser?: string;
  /** `any`: every readable text or every inventory entry. */
  readonly languages: readonly Language[] | 'any';
  /** What it finds, a few words. */
  readonly title: string;
  /** Why it matters, and what it deliberately stays silent about. */
  readonly why: string;
  /** What to do about a finding. */
  readonly remedy: string;
  /** A few lines that raise it. */
  readonly example?: string;
}
