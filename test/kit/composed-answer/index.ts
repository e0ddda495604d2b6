export { composedAnswer } from './answer.js';
export { faultsOf } from './faults.js';
