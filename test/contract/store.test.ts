import { analyticsContract } from './analytics.js';
import { onEveryStore } from './every-store.js';
import { findingsContract } from './findings.js';
import { gateContract } from './gates.js';
import { memoryContract } from './memory.js';
import { peerContract } from './peers.js';
import { storeContract } from './store.js';
import { patternContract } from './patterns.js';
import { taskContract } from './tasks.js';

await onEveryStore(storeContract);
await onEveryStore(findingsContract);
await onEveryStore(peerContract);
await onEveryStore(gateContract);
await onEveryStore(taskContract);
await onEveryStore(patternContract);
await onEveryStore(memoryContract);
await onEveryStore(analyticsContract);
