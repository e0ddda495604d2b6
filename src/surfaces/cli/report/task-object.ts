import type { TaskRow } from '../../../application/ports/tasks.js';
import type { TaskView } from '../../../application/task/look.js';
import { iso } from '../text/time.js';

/** A task with times as ISO 8601 UTC (docs/json.md). */
export function taskObject({ task, dependencies }: TaskView): object {
  const { id, plan, key, position, title, scope, acceptance, status, assignee, revisions, maxRevisions } = task;
  const { failures, completion, why, waitsFor, personDecision } = task;
  return {
    task: {
      ...{ id, plan, key, position, title, scope, acceptance, status, assignee, revisions, maxRevisions },
      ...{ failures, completion, why, waitsFor, startedAs: task.startedAs },
      dependsOn: dependencies,
      reviews: task.reviews.map(({ startedAt, endedAt, ...rest }) => ({
        ...rest,
        startedAt: iso(startedAt),
        endedAt: iso(endedAt),
      })),
      importedAt: iso(task.importedAt),
      startedAt: iso(task.startedAt),
      endedAt: iso(task.endedAt),
      blockedAt: iso(task.blockedAt),
      dueAt: iso(task.dueAt),
      personDecision: personDecision === null ? null : { ...personDecision, at: iso(personDecision.at) },
    },
  };
}

export function taskRowObject({ importedAt, startedAt, endedAt, blockedAt, ...rest }: TaskRow): object {
  return {
    ...rest,
    importedAt: iso(importedAt),
    startedAt: iso(startedAt),
    endedAt: iso(endedAt),
    blockedAt: iso(blockedAt),
  };
}
