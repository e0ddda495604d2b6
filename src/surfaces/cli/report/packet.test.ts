import { expect, it } from 'vitest';
import { aPacket } from '../../../../test/kit/packet.js';
import { packetText } from './packet.js';

it('tells a reviewer at a terminal what an agent is told', () => {
  const text = packetText(
    aPacket({
      revision: 1,
      claims: {
        title: 'Round',
        changesMade: 'rounds now',
        fixed: ['01A-1'],
        confidence: 90,
        messages: ['fix: round\n'],
      },
      notShown: [{ path: 'a.bin', coverage: 'not_shown', reason: 'a submodule' }],
    }),
  );
  const [, ...sections] = text.split('\n\n');
  expect(sections.slice(1, 5)).toEqual([
    'Questions, each to be answered\n  1. Is the timeout long enough?',
    'Facts\n  1 entry, 2 lines added, 0 deleted',
    'Not shown, so not to be approved\n  a.bin  not shown: a submodule',
    'Grounds that a rejection may name\n  fundamental_flaw',
  ]);
  expect(sections[5]).toBe(
    [
      'What the creator says, to be verified',
      'Round',
      'changes made: rounds now',
      'fixed, it says: 01A-1',
      '90 % sure',
      'commit: fix: round',
    ].join('\n  '),
  );
});

it('says nothing of what the creator claims on a blind first look', () => {
  expect(packetText(aPacket())).not.toContain('creator says');
});
