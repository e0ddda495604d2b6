import type { Runs } from '../application/runs.js';
import type { Local } from './local.js';

/** Loads runs on the first call: commands without them pay nothing. */
export function lazyRuns(local: Local): Runs {
  let loading: Promise<Runs> | undefined;
  const load = () => (loading ??= import('./runs.js').then(({ localRuns }) => localRuns(local)));
  return {
    start: async (ask) => (await load()).start(ask),
    show: async (run) => (await load()).show(run),
    list: async (ask) => (await load()).list(ask),
    waiting: async (limit) => (await load()).waiting(limit),
    own: async () => (await load()).own(),
    event: async (ask) => (await load()).event(ask),
    answer: async (ask) => (await load()).answer(ask),
    trigger: async (ask) => (await load()).trigger(ask),
    resume: async (ask) => (await load()).resume(ask),
    stop: async (ask) => (await load()).stop(ask),
  };
}
