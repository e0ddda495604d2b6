// What the lifecycle of a review among peers costs in the store (SPEC 10), as the program commits it, and with each step its own
// commit. Usage: node bench/lifecycle.mjs [REVIEWS]
import { compareWithBareLoop } from './durable-record.mjs';
import { peerCommits, peerSteps } from './sample-review.mjs';

const records = Number(process.argv[2] ?? 400);
await compareWithBareLoop({ name: 'lifecycle, each step a commit', commitsOf: peerSteps, records });
await compareWithBareLoop({ name: 'lifecycle, by commands', commitsOf: peerCommits, records });
