// Start of `countersign mcp` against an empty server on the same SDK (at most 2.5 x), in turn, medians.
// Ready is when `initialize` is answered; the list of tools, which each agent asks for next, is given beside it.
import { join, resolve } from 'node:path';
import { median } from './median.mjs';
import { startServer } from './mcp-client.mjs';
import { sampleProject } from './sample-project.mjs';

const program = resolve(import.meta.dirname, '../dist/main/countersign.js');
const empty = join(import.meta.dirname, 'mcp-empty-server.mjs');
const rounds = Number(process.argv[2] ?? 11);
const project = sampleProject();

try {
  const figures = { empty: [], countersign: [] };
  for (let round = 0; round < rounds; round += 1) {
    figures.empty.push(await start([empty]));
    figures.countersign.push(await start([program, 'mcp']));
  }
  for (const [name, step] of [
    ['ready', 'ready'],
    ['tools listed', 'listed'],
  ]) {
    const bare = figures.empty.map((each) => each[step]);
    const own = figures.countersign.map((each) => each[step]);
    const ratio = median(own.map((value, index) => value / bare[index]));
    console.log(`${name.padEnd(13)} empty ${median(bare).toFixed(0)} ms, countersign ${median(own).toFixed(0)} ms`);
    console.log(`${name.padEnd(13)} ratio ${ratio.toFixed(2)}${step === 'ready' ? ' (bar 2.50)' : ''}`);
  }
} finally {
  project.remove();
}

async function start(args) {
  const began = performance.now();
  const server = startServer(args, { cwd: project.directory });
  await server.initialize();
  const ready = performance.now() - began;
  await server.request('tools/list');
  const listed = performance.now() - began;
  await server.end();
  return { ready, listed };
}
