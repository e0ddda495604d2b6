import type { EffectiveVotes, PairAgreement } from '../../model/calibration.js';
import type { RuleResult } from '../../model/decision.js';
import type { PanelTerms } from '../../model/panel.js';

/** Effective votes below which models that agree are nearer to one than to two. */
const nearerToOne = 1.5;

/** Whether the models raised so much alike before that their agreement is worth no more than the word of one (SPEC 7). */
export function sayTheSame({ votes }: Pick<PanelTerms, 'votes'>): boolean {
  return votes !== undefined && votes.effective < nearerToOne;
}

/** What the models are worth together; nothing where too little is known. `row`: of the table, the one that decides. */
export function votesRules(terms: Pick<PanelTerms, 'votes'>, row: number): readonly RuleResult[] {
  const { votes } = terms;
  if (votes === undefined) return [];
  const lowers = row === 2 && sayTheSame(terms);
  const effect = lowers ? '; their agreement counts as the word of one model' : '';
  return [
    {
      id: 'panel.effective_votes',
      result: lowers ? 'unsatisfied' : 'satisfied',
      reason: `${votesWords(votes)}${effect}`,
    },
  ];
}

function votesWords({ models, effective, pairs }: EffectiveVotes): string {
  return `${models} models, ${effective} effective votes: ${pairs.map(pairWords).join('; ')}`;
}

function pairWords({ models, findings, both, family }: PairAgreement): string {
  const related = family === undefined ? '' : `, of one vendor family (${family}),`;
  return `${models.join(' and ')}${related} raised ${both} of ${findings} findings alike`;
}
