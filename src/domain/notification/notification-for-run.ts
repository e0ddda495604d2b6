import type { Recorded, RunEvent } from '../model/event.js';
import type { Notification, NotificationWord, Recipient } from '../model/notification.js';
import type { Run } from '../model/run.js';

interface News {
  readonly word: NotificationWord;
  /** Agents concerned. */
  readonly agents: readonly string[];
  /** Whether a person is concerned. */
  readonly human: boolean;
  readonly detail: string | null;
}

/** As `notificationFor`, of a run: agents are told as reviewers. `run` is the state after the event. */
export function notificationForRun(recorded: Recorded<RunEvent>, run: Run): Notification | undefined {
  const news = newsOf({ type: recorded.type, data: recorded.data } as RunEvent, run);
  if (news === undefined) return undefined;
  const { word, agents, human, detail } = news;
  const told = run.notifications;
  const recipients: Recipient[] = [];
  if (told.reviewer.includes(word)) recipients.push(...agents.map((name) => ({ party: 'reviewer', name }) as const));
  if (human && told.human.includes(word)) recipients.push({ party: 'human', name: null });
  return recipients.length === 0 ? undefined : { word, recipients, detail };
}

function newsOf(event: RunEvent, run: Run): News | undefined {
  switch (event.type) {
    case 'cycle_opened':
      return { word: 'review_requested', agents: event.data.asked, human: false, detail: triggerText(event.data) };
    case 'cycle_answered':
      return event.data.late && event.data.verdict === 'blocker' ? toPerson(event.data.summary) : undefined;
    case 'cycle_decided':
      return afterCycle(event.data.decision.action, run);
    case 'run_deadline_fired':
      return event.data.kind === 'clarification_missing'
        ? toPerson('the agents have not cleared up their concerns in time')
        : undefined;
    default:
      return undefined;
  }
}

function triggerText({ trigger, by }: { readonly trigger: string; readonly by: string }): string {
  return `${trigger.replaceAll('_', ' ')}, by ${by}`;
}

function afterCycle(action: string, run: Run): News | undefined {
  const answers = run.cycles.at(-1)?.answers ?? [];
  const saying = (verdict: string) => answers.filter((each) => each.verdict === verdict);
  switch (action) {
    case 'stop_and_escalate':
      return toPerson(saying('blocker')[0]?.summary ?? null);
    case 'pause_and_clarify':
      if (run.pause?.cause === 'blocker') return undefined;
      return {
        word: 'clarification_asked',
        agents: run.agents,
        human: false,
        detail: saying('concerns')
          .map(({ reviewer, summary }) => `${reviewer}: ${summary}`)
          .join('; '),
      };
    case 'wait_for_missing':
      return { word: 'review_inconclusive', agents: [], human: true, detail: 'not everybody answered in time' };
    default:
      return undefined;
  }
}

function toPerson(detail: string | null): News {
  return { word: 'review_escalated', agents: [], human: true, detail };
}
