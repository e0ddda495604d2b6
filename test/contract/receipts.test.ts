import { onEveryStore } from './every-store.js';
import { receiptsContract } from './receipts.js';

await onEveryStore(receiptsContract);
