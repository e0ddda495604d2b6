import { describe, expect, it } from 'vitest';
import { loadPolicy } from '../../src/adapters/policy-file/load-policy.js';
import type { PanelSettings } from '../../src/domain/model/policy-protocols.js';
import { isRefusal } from '../../src/domain/model/refusal.js';

function panelOf(text: string): PanelSettings {
  const policy = loadPolicy(text, 'policy.yaml');
  if (isRefusal(policy)) throw new Error(JSON.stringify(policy));
  return policy.panel;
}

describe('key review of the policy', () => {
  it('reads the keys of the sample as they stand', () => {
    const sample = [
      'review:',
      '  strategy: parallel',
      '  parallel_models: [haiku, sonnet]',
      '  single_model: opus',
      '  speculative_quality: true',
      '  max_fix_iterations: 2',
      '  fix_timeout_turns: 10',
      '  auto_approve: true',
      '  auto_reject: true',
    ].join('\n');
    expect(panelOf(sample)).toEqual({
      strategy: 'parallel',
      parallelModels: ['haiku', 'sonnet'],
      singleModel: 'opus',
      speculativeQuality: true,
      maxFixIterations: 2,
      fixTimeoutTurns: 10,
      autoApprove: true,
      autoReject: true,
    });
  });

  it.each<[string, keyof PanelSettings, PanelSettings[keyof PanelSettings]]>([
    ['strategy', 'strategy', 'parallel'],
    ['speculative_quality', 'speculativeQuality', true],
    ['max_fix_iterations', 'maxFixIterations', 2],
    ['fix_timeout_turns', 'fixTimeoutTurns', 10],
    ['auto_approve', 'autoApprove', false],
    ['auto_reject', 'autoReject', false],
  ])('has a default: %s', (_key, setting, value) => {
    expect(panelOf('')[setting]).toBe(value);
  });

  it.each([
    ['max_fix_iterations below 1', 'max_fix_iterations: 0', 'max_fix_iterations must be 1-5'],
    ['max_fix_iterations above 5', 'max_fix_iterations: 6', 'max_fix_iterations must be 1-5'],
    ['fix_timeout_turns below 5', 'fix_timeout_turns: 4', 'fix_timeout_turns must be 5-30'],
    ['fix_timeout_turns above 30', 'fix_timeout_turns: 31', 'fix_timeout_turns must be 5-30'],
  ])('refuses %s', (_name, text, message) => {
    const policy = loadPolicy(`review: {${text}}`, 'policy.yaml');
    expect(isRefusal(policy) && policy.problems?.map(({ expected }) => expected)).toEqual([message]);
  });

  it('takes both ends of both ranges', () => {
    expect(panelOf('review: {max_fix_iterations: 1, fix_timeout_turns: 5}')).toMatchObject({ maxFixIterations: 1 });
    expect(panelOf('review: {max_fix_iterations: 5, fix_timeout_turns: 30}')).toMatchObject({ fixTimeoutTurns: 30 });
  });
});
