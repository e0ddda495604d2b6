import { expect, it } from 'vitest';
import { StoreUnavailable } from '../../application/ports/store.js';
import { refuse } from '../../domain/model/refusal.js';
import type { Host } from './host.js';
import { listResources } from './resources.js';

const reported: unknown[] = [];
const host = (reviews: Host['reviews']): Host => ({
  reviews,
  identified: false,
  version: '0.0.0',
  report: (fault) => reported.push(fault),
});

it.each([
  ['the repository is refused', () => Promise.resolve(refuse('not_a_repository', 'no repository here')), 0],
  ['the store is locked', () => Promise.reject(new StoreUnavailable('locked', 'locked', 'wait')), 1],
])('lists the policy alone when %s, so that clients keep the tools', async (_what, reviews, faults) => {
  reported.length = 0;
  expect((await listResources(host(reviews))).map(({ uri }) => uri)).toEqual(['policy://current']);
  expect(reported).toHaveLength(faults);
});
