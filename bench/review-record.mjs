// What a durable review record costs (SPEC 10): opened, an opinion of each of two seats, decided, each its own commit.
// Usage: node bench/review-record.mjs [REVIEWS]
import { compareWithBareLoop } from './durable-record.mjs';
import { reviewCommits } from './sample-review.mjs';

await compareWithBareLoop({ name: 'review record', commitsOf: reviewCommits, records: Number(process.argv[2] ?? 400) });
