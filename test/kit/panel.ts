import type { Finding, RaisedFinding } from '../../src/domain/model/finding.js';
import type { Opinion } from '../../src/domain/model/opinion.js';
import type { PanelStage, PanelTerms } from '../../src/domain/model/panel.js';
import { seatName, type Seat } from '../../src/domain/model/seat.js';
import type { Severity } from '../../src/domain/model/verdict.js';
import type { PanelRound } from '../../src/domain/protocols/panel/round.js';
import { opinion, raised } from './review.js';

/** The seat of a model in a stage. */
export function panelSeat(stage: PanelStage, model: string): Seat {
  return { role: stage, driver: 'command', agent: model };
}

export function panelTerms(
  models: readonly string[] = ['light', 'strong'],
  over: Partial<PanelTerms> = {},
): PanelTerms {
  const voices = (['spec', 'quality'] as const).flatMap((stage) =>
    models.map((model) => ({ stage, model, seats: [seatName(panelSeat(stage, model))] })),
  );
  return {
    strategy: models.length === 1 ? 'single' : 'parallel',
    models,
    speculativeQuality: true,
    autoApprove: false,
    autoReject: false,
    voices,
    ...over,
  };
}

export type Word = 'pass' | 'fail' | 'reject' | 'silent' | 'absent';

/** What one seat says: a verdict, with findings `NAME:SEVERITY`. Two seats that raise one NAME agree. */
export interface Says {
  readonly word: Word;
  readonly findings?: readonly `${string}:${Severity}`[];
  /** Of a rejection. */
  readonly ground?: string;
}

const verdictOf = { pass: 'approved', fail: 'changes_requested', reject: 'rejected' } as const;

/** A round of a panel from `stage/model` to what it says; who is not named passes. */
export function panelRound(said: Readonly<Record<string, Says>>, terms = panelTerms()): PanelRound {
  const opinions = terms.voices.flatMap(({ stage, model }) => {
    const says = said[`${stage}/${model}`] ?? { word: 'pass' };
    return says.word === 'absent' ? [] : [panelOpinion(panelSeat(stage, model), says)];
  });
  return {
    creator: 'ada',
    terms,
    criteria: [],
    opinions,
    counting: mergedByName(opinions),
    coverage: [{ path: 'a.ts', coverage: 'reviewed' }],
    revision: 0,
  };
}

function panelOpinion(seat: Seat, { word, findings = [], ground }: Says): Opinion {
  const own = findings.map((each): RaisedFinding => {
    const [message = '', severity = 'minor'] = each.split(':');
    return raised({ message, severity: severity as Severity });
  });
  if (word === 'silent' || word === 'absent')
    return opinion({ seat, verdict: 'inconclusive', failure: { kind: 'idle', detail: 'silent' } });
  return opinion({ seat, verdict: verdictOf[word], findings: own, ...(ground !== undefined && { ground }) });
}

/** As merging does for findings that are the same: one with all its sources, the most severe in front. */
export function mergedByName(opinions: readonly Opinion[]): readonly Finding[] {
  const byName = new Map<string, Finding>();
  for (const { seat, findings } of opinions.toSorted((a, b) => (seatName(a.seat) < seatName(b.seat) ? -1 : 1)))
    for (const { message, severity } of findings) {
      const before = byName.get(message);
      const worst = [before?.severity, severity].includes('critical')
        ? 'critical'
        : [before?.severity, severity].includes('important')
          ? 'important'
          : 'minor';
      const sources = [...(before?.sources ?? []), { seat: seatName(seat), message, severity }];
      byName.set(message, {
        ...raised({ message, severity: worst }),
        id: message,
        fingerprint: message,
        state: 'open',
        agreement: sources.length > 1 ? 'agreed' : 'only',
        sources,
      });
    }
  return [...byName.values()];
}
