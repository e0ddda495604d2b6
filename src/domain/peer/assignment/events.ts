import type { ReviewAssigned } from '../../model/event.js';
import type { Choice } from './assign.js';

/** Who owes the next opinion, as it goes on record; nobody yet where only a person or nobody is left. */
export function assignedBy(choice: Choice): ReviewAssigned {
  const { rules } = choice;
  const reason = rules.at(-1)?.reason ?? 'the policy names nobody';
  switch (choice.kind) {
    case 'agent':
      return { reviewer: choice.reviewer, place: choice.place, reason, rules };
    case 'embedded':
      return { reviewer: choice.role, place: choice.place, reason, rules };
    case 'person':
    case 'nobody':
      return { reviewer: null, place: 'primary', reason: choice.reason, rules };
  }
}
