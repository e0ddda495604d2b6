import { expect, it } from 'vitest';
import { KeptOutput } from './kept-output.js';
import { Stop } from './stop.js';

it('counts the stdout that others keep, and does not keep it as well', () => {
  const stop = new Stop(undefined, undefined);
  const output = new KeptOutput({ outputBytes: 10, keepsStdout: false }, stop);
  expect(output.take('stdout', Buffer.from('123456')).toString()).toBe('123456');
  output.take('stderr', Buffer.from('why'));
  expect(output.texts()).toEqual({ stdout: '', stderr: 'why' });
  expect(output.take('stdout', Buffer.from('7890')).toString()).toBe('7');
  expect(stop.why).toBe('too_much_output');
});
