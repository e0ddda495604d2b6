import type { RaisedFinding } from '../model/finding.js';
import { counted, type Counted } from './match-bag.js';
import { concernOf } from './match-concepts.js';
import { termReader } from './match-terms.js';

/** What the matcher looks at. Severity is no identity key (ARCHITECTURE 5). */
export type Claim = Pick<RaisedFinding, 'message' | 'file' | 'side' | 'line' | 'endLine'>;

/** Terms of a claim as ids of one vocabulary, each with how often it stands there. */
export interface Reading {
  readonly claim: Claim;
  readonly key: string;
  readonly words: Counted;
  readonly identifiers: Counted;
  readonly concerns: ReadonlySet<string>;
}

/** Ids of the terms met so far. */
export interface Vocabulary {
  readonly idOf: (term: string) => number;
  readonly termOf: (id: number) => string;
}

export function vocabulary(): Vocabulary {
  const ids = new Map<string, number>();
  const terms: string[] = [];
  return {
    idOf(term) {
      let id = ids.get(term);
      if (id === undefined) {
        id = terms.length;
        ids.set(term, id);
        terms.push(term);
      }
      return id;
    },
    termOf: (id) => terms[id] ?? '',
  };
}

/** Two claims of one key are one voice: the same words on the same place. */
export function keyOf(claim: Claim): string {
  return [claim.file, claim.side, claim.line, claim.endLine, claim.message].join('\0');
}

export function claimReader({ idOf }: Vocabulary): (claim: Claim) => Reading {
  const terms = termReader();
  return (claim) => {
    const { stems, identifiers } = terms(claim.message);
    const concerns = new Set<string>();
    for (const stem of stems) {
      const concern = concernOf.get(stem);
      if (concern !== undefined) concerns.add(concern);
    }
    return {
      claim,
      key: keyOf(claim),
      words: counted(stems.map(idOf)),
      identifiers: counted([...identifiers].map((name) => idOf(`#${name}`))),
      concerns,
    };
  };
}
