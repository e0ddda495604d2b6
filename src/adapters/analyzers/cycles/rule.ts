import type { RuleDoc } from '../rule-catalogue.js';

export const cycleRule: RuleDoc = {
  id: 'cycles/new',
  role: 'architect',
  severity: 'important',
  languages: ['typescript', 'tsx', 'javascript', 'python'],
  title: 'A new import cycle',
  why:
    'Neither side can be understood, tested or loaded alone, and the order of loading decides what is undefined. Silent on ' +
    'imports that are erased or run later, on tests, and where both files were in one cycle before. Go refuses cycles itself.',
  remedy: 'Move what both sides need into a third module, or pass it in.',
};
