import type { RepairJson } from '../../domain/opinion/reading.js';

/** Loads the repairing parser; it is needed only for answers that are almost JSON. */
export async function loadRepairJson(): Promise<RepairJson> {
  const { jsonrepair } = await import('jsonrepair');
  return (text) => {
    try {
      return jsonrepair(text);
    } catch {
      // Beyond repair, or nested deeper than the parser's stack: the reader keeps the text and decides nothing on it.
      return undefined;
    }
  };
}
