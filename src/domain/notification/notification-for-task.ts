import type { Recorded, TaskEvent } from '../model/event.js';
import type { TaskReviewed } from '../model/task-event.js';
import type { Notification, NotificationWord } from '../model/notification.js';
import type { Task } from '../model/task.js';

/** As `notificationFor`, of a task: a person where it is blocked, its worker of what became of its work. `task` is the state after the event. */
export function notificationForTask(recorded: Recorded<TaskEvent>, task: Task): Notification | undefined {
  const event = { type: recorded.type, data: recorded.data } as TaskEvent;
  if (event.type === 'task_review_waits') return toPerson(task, 'review_escalated', event.data.why);
  if (event.type !== 'task_review_completed' && event.type !== 'task_review_failed') return undefined;
  return ofReview(task, event.data);
}

function ofReview(task: Task, { said, decision }: TaskReviewed): Notification | undefined {
  switch (decision.status) {
    case 'blocked':
      return toPerson(task, said.result === 'inconclusive' ? 'review_inconclusive' : 'review_escalated', task.why);
    case 'complete':
      return toWorker(task, 'review_approved', null);
    case 'in_progress':
      return toWorker(task, 'review_changes_requested', said.summary);
    case 'awaiting_review':
      return undefined;
  }
}

function toPerson({ notifications }: Task, word: NotificationWord, detail: string | null): Notification | undefined {
  if (!notifications.human.includes(word)) return undefined;
  return { word, recipients: [{ party: 'human', name: null }], detail };
}

function toWorker(task: Task, word: NotificationWord, detail: string | null): Notification | undefined {
  if (!task.notifications.creator.includes(word)) return undefined;
  return { word, recipients: [{ party: 'creator', name: task.assignee }], detail };
}
