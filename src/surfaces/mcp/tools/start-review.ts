import * as z from 'zod';
import { isRefusal, refuse, type Refusal } from '../../../domain/model/refusal.js';
import { reviewId, text } from '../schema/fields.js';
import { packetView, startedView } from '../schema/packet-view.js';
import { startedReview, type StartedReviewView } from '../schema/packet.js';
import { packetText } from '../text/packet.js';
import { pageLengths, pagesOf } from '../text/pages.js';
import { visible } from '../text/untrusted.js';
import { define } from './define.js';
import type { Answer, Call } from './tool.js';
import { given } from '../schema/given.js';

const input = z.object({
  review_id: reviewId(),
  page: z.int().min(1).optional(),
  page_length: z
    .int()
    .min(pageLengths.least)
    .max(pageLengths.most)
    .optional()
    .describe('characters; fewer if your client cuts answers'),
  notes: text().optional().describe('what you found so far, kept for whoever has to take over'),
});

export const startReview = define({
  name: 'start_review',
  title: 'Start a review',
  description:
    'Leases a review to you; returns its packet: change, criteria, questions, and the nonce your answer must carry. Fetch every page. Calling again renews the lease.',
  hints: { reads: false, idempotent: true },
  caller: 'agent',
  verb: 'start',
  input,
  output: startedReview,
  call: ({ review_id, page = 1, page_length, notes }, call) =>
    page === 1
      ? firstPage(review_id, page_length ?? pageLengths.usual, notes, call)
      : laterPage(review_id, page, page_length, call),
});

async function firstPage(
  review: string,
  length: number,
  notes: string | undefined,
  { peer, delivered }: Call,
): Promise<Answer<StartedReviewView> | Refusal> {
  const started = await peer.startReview({ review, ...given({ notes }) });
  if (isRefusal(started)) return started;
  const pages = pagesOf(started.packet, length);
  delivered.begin(started.review, pages.length, length);
  return shown(startedView(started, pages));
}

async function laterPage(
  review: string,
  page: number,
  asked: number | undefined,
  { peer, delivered }: Call,
): Promise<Answer<StartedReviewView> | Refusal> {
  const packet = await peer.packet(review);
  if (isRefusal(packet)) return packet;
  const pages = pagesOf(packet, delivered.pageLength(packet.review) ?? asked ?? pageLengths.usual);
  if (page > pages.length) {
    const message = `the packet of ${packet.review} has ${pages.length} pages, not ${page}`;
    return refuse('no_such_page', message, `call start_review with a page from 1 to ${pages.length}`);
  }
  delivered.page(packet.review, page);
  return shown(packetView(packet, pages, page));
}

function shown(view: Omit<StartedReviewView, 'next'>): Answer<StartedReviewView> {
  const content = { next: nextOf(view), ...visible(view) };
  return { content, text: packetText(content) };
}

function nextOf({ page, pages }: { readonly page: number; readonly pages: number }): string {
  const answer =
    'then call submit_review with nonce and head_tree of page 1, a value for each criterion, and your findings with file and line.';
  if (page < pages)
    return `Read this page, then call start_review with page ${page + 1} of ${pages}; after the last, ${answer.slice(5)}`;
  return `Judge the change yourself, by what is in it; ${answer}`;
}
