import type { Tasks } from '../application/tasks.js';
import type { Local } from './local.js';

/** Loads tasks on the first call that needs more than the rows of the inbox: other commands pay nothing. */
export function lazyTasks(local: Local): Tasks {
  let loading: Promise<Omit<Tasks, 'blocked'>> | undefined;
  const load = () => (loading ??= import('./tasks.js').then(({ localTasks }) => localTasks(local)));
  return {
    import: async (ask) => (await load()).import(ask),
    list: async (ask) => (await load()).list(ask),
    blocked: (limit) => local.withStore('read', (store) => store.listTasks({ blocked: true, limit })),
    show: async (task) => (await load()).show(task),
    start: async (ask) => (await load()).start(ask),
    review: async (ask, progress, signal) => (await load()).review(ask, progress, signal),
    idle: async (ask) => (await load()).idle(ask),
    settings: async () => (await load()).settings(),
    decide: async (ask) => (await load()).decide(ask),
    progress: async (ask) => (await load()).progress(ask),
  };
}
