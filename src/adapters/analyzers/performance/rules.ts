import type { RuleDoc } from '../rule-catalogue.js';

export const performanceRules: readonly RuleDoc[] = [
  {
    id: 'performance/await-in-loop',
    role: 'optimizer',
    severity: 'minor',
    languages: ['typescript', 'tsx', 'javascript'],
    title: 'Waiting one by one',
    why:
      'A hundred requests of 50 ms each take five seconds instead of one twentieth. Silent where a turn may end the loop, carries ' +
      'a result to the next, or has a comment; in tests, scripts and migrations.',
    remedy: 'Start the calls together and await `Promise.all`, in portions where the other side needs mercy.',
    example: 'for (const user of users) {\n  await notify(user);\n}',
  },
  {
    id: 'performance/blocking-call',
    role: 'optimizer',
    severity: 'minor',
    languages: ['typescript', 'tsx', 'javascript', 'python'],
    title: 'A call that stops the process, in asynchronous code',
    why: 'While it waits for the disk or a child, nobody else is served. Silent in tests, scripts and command line tools.',
    remedy: 'Use the asynchronous call (`node:fs/promises`, `asyncio.sleep`, an asynchronous client) and await it.',
    example: "async function load() {\n  return readFileSync('data.json');\n}",
  },
];
