import type { GateEvent, Recorded } from '../model/event.js';
import type { Gate } from '../model/gate.js';
import type { Notification, NotificationWord } from '../model/notification.js';

/** As `notificationFor`, of a gate. `gate` is the state after the event. */
export function notificationForGate(recorded: Recorded<GateEvent>, gate: Gate): Notification | undefined {
  const event = { type: recorded.type, data: recorded.data } as GateEvent;
  if (event.type === 'gate_ended' && event.data.status === 'waiting') return toPerson(gate, event.data);
  const approved = event.type === 'gate_ended' && event.data.status === 'go';
  return approved ? toCoder(gate, 'review_approved') : undefined;
}

function toPerson(
  { notifications }: Gate,
  { reason, why }: { readonly reason: string; readonly why: string },
): Notification | undefined {
  const word: NotificationWord = reason === 'inconclusive' ? 'review_inconclusive' : 'review_escalated';
  if (!notifications.human.includes(word)) return undefined;
  return { word, recipients: [{ party: 'human', name: null }], detail: why };
}

function toCoder({ notifications, coder }: Gate, word: NotificationWord): Notification | undefined {
  if (!notifications.creator.includes(word)) return undefined;
  return { word, recipients: [{ party: 'creator', name: coder }], detail: null };
}
