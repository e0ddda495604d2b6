// Calls over stdio against an empty tool on the same SDK (p50 at most 1.5 x), in turn in one run.
// `check_review_required` has no bar: it reads a change by git, also where none is named.
import { join, resolve } from 'node:path';
import { median } from './median.mjs';
import { startServer } from './mcp-client.mjs';
import { sampleProject } from './sample-project.mjs';

const program = resolve(import.meta.dirname, '../dist/main/countersign.js');
const empty = startServer([join(import.meta.dirname, 'mcp-empty-server.mjs')]);
const project = sampleProject();
const own = startServer([program, 'mcp'], { cwd: project.directory });
const rounds = Number(process.argv[2] ?? 500);
const few = 10;

try {
  await empty.initialize();
  await own.initialize();
  const { structuredContent } = await own.call('list_reviews');
  const { review_id } = structuredContent.reviews[0];
  await measure('list_reviews', {}, rounds);
  await measure('get_review', { review_id }, rounds);
  await measure('check_review_required', { action: 'feature' }, few);
} finally {
  await empty.end();
  await own.end();
  project.remove();
}

async function measure(tool, given, times) {
  const bare = [];
  const called = [];
  for (let round = 0; round < times + warmUp(times); round += 1) {
    const before = await time(() => empty.call('nothing'));
    const after = await time(() => own.call(tool, given));
    // A session makes many calls, and both servers take some hundred of them to be as fast as they get.
    if (round < warmUp(times)) continue;
    bare.push(before);
    called.push(after);
  }
  const bar = times === few ? ' (git)' : ' (bar 1.50)';
  const ratio = (median(called) / median(bare)).toFixed(2);
  console.log(
    `${tool.padEnd(22)} p50 ${median(called).toFixed(3)} ms, empty ${median(bare).toFixed(3)} ms, ratio ${ratio}${bar}`,
  );
}

function warmUp(times) {
  return times === few ? 2 : 500;
}

async function time(call) {
  const began = performance.now();
  const result = await call();
  const took = performance.now() - began;
  if (result.isError) throw new Error(JSON.stringify(result.structuredContent));
  return took;
}
