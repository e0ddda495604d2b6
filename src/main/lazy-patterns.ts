import type { Analytics } from '../application/analytics.js';
import type { Memory } from '../application/memory.js';
import type { Patterns } from '../application/patterns.js';
import { isRefusal } from '../domain/model/refusal.js';
import type { Local } from './local.js';

/** Loads what is learned on the first call that needs it: other commands pay nothing. */
export function lazyPatterns(local: Local): Patterns {
  const load = async () => (await import('./patterns.js')).localPatterns(local);
  return {
    list: async (filter) => (await load()).list(filter),
    suggested: async () => {
      // Where there is no pattern yet, the inbox does without the policy and all that reads it.
      const learned = await local.withStore('read', async (store) => (await store.listPatterns()).length > 0);
      if (isRefusal(learned)) return learned;
      return learned ? (await load()).suggested() : [];
    },
    switch: async (ask) => (await load()).switch(ask),
  };
}

/** Loads what reviewers remember likewise. */
export function lazyMemory(local: Local): Memory {
  const load = async () => (await import('./memory.js')).localMemory(local);
  return {
    show: async (filter) => (await load()).show(filter),
    rebuild: async () => (await load()).rebuild(),
  };
}

/** Loads what came of reviews likewise. */
export function lazyAnalytics(local: Local): Analytics {
  const load = async () => (await import('./analytics.js')).localAnalytics(local);
  return {
    summary: async () => (await load()).summary(),
    entries: async () => (await load()).entries(),
  };
}
