import type { OpinionReading, RepairJson } from '../../domain/opinion/reading.js';
import { readOpinion as read } from '../../domain/opinion/read-opinion.js';

export interface ReadOpinionRequest {
  readonly text: string;
  /** Nonce of the packet, where the answer must carry it. */
  readonly nonce?: string;
}

/** `opinion read FILE` (SPEC 4): what the parser reads out of a reviewer's answer, and why. */
export interface OpinionDocument extends OpinionReading {
  readonly schema: 'countersign/opinion-reading@1';
}

/** Reads one answer. Every text gives a document: what can't be understood is `inconclusive` with its reason. */
export async function readOpinion(
  request: ReadOpinionRequest,
  loadRepair: () => Promise<RepairJson>,
): Promise<OpinionDocument> {
  const repair = request.text.includes('{') ? await loadRepair() : undefined;
  const options = {
    ...(request.nonce === undefined ? {} : { nonce: request.nonce }),
    ...(repair === undefined ? {} : { repair }),
  };
  return { schema: 'countersign/opinion-reading@1', ...read(request.text, options) };
}
