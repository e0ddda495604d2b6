export { printable, printableJson, printableLines } from '../../../application/printable.js';
