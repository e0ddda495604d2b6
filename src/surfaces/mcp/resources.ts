import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { printableJson } from '../../application/printable.js';
import { StoreUnavailable } from '../../application/ports/store.js';
import { isRefusal, type Refusal } from '../../domain/model/refusal.js';
import { unavailable } from './call-tool.js';
import type { Host, Reviews } from './host.js';
import { packetView } from './schema/packet-view.js';
import { packetText } from './text/packet.js';
import { pagesOf } from './text/pages.js';
import { refusalText, refusalView } from './text/refusal.js';
import { visible, visibleLine } from './text/untrusted.js';
import type { Delivered } from './tools/delivered.js';
import { packetUri, policyUri, reviewOf, reviewUri } from './uris.js';

const newest = 50;

interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly mimeType: string;
}

/**
 * Resources that can be read without knowing an id: the policy, and the newest reviews. It never fails: Gemini CLI drops a
 * server, tools included, whose resources can't be listed.
 */
export async function listResources(host: Host): Promise<ListedResource[]> {
  const policy = { uri: policyUri, name: 'policy', title: 'Policy in force', mimeType: 'application/json' };
  try {
    return [policy, ...(await newestReviews(host))];
  } catch (error) {
    host.report(error);
    return [policy];
  }
}

async function newestReviews(host: Host): Promise<readonly ListedResource[]> {
  const reviews = await host.reviews();
  const rows = isRefusal(reviews) ? reviews : await reviews.list({ limit: newest });
  if (isRefusal(rows)) return [];
  return rows.map(({ id, title, status }) => ({
    uri: reviewUri(id),
    name: `review ${id}`,
    title: visibleLine(`${title} (${status})`),
    mimeType: 'application/json',
  }));
}

export const resourceTemplates = [
  {
    uriTemplate: reviewUri('{id}'),
    name: 'review',
    title: 'Review',
    description: 'A review as a whole: change, opinions, findings, decision, escalation.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: packetUri('{id}'),
    name: 'packet',
    title: 'Packet of a review',
    description: 'What the reviewer who started the review must read. The nonce comes from start_review alone.',
    mimeType: 'text/plain',
  },
];

interface Contents {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** Reads one resource. Unknown ones and refusals are errors of the protocol: a resource has no field for them. */
export async function readResource(host: Host, delivered: Delivered, uri: string): Promise<Contents> {
  const contents = await readable(host, delivered, uri).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) return unavailable(error);
    throw error;
  });
  if (!isRefusal(contents)) return contents;
  if (contents.code === 'unknown_review') throw new ResourceNotFoundError(uri, refusalText(visible(contents)));
  throw refusalError(contents);
}

/** A refusal where the protocol has only errors. */
export function refusalError(refusal: Refusal): ProtocolError {
  const shown = visible(refusal);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, refusalText(shown), { ...refusalView(shown) });
}

async function readable(host: Host, delivered: Delivered, uri: string): Promise<Contents | Refusal> {
  const asked = reviewOf(uri);
  if (asked === undefined && uri !== policyUri) throw new ResourceNotFoundError(uri);
  const reviews = await host.reviews();
  if (isRefusal(reviews)) return reviews;
  if (asked === undefined) return policyContents(reviews);
  return asked.packet
    ? packetContents(reviews, delivered, asked.review, uri)
    : reviewContents(reviews, asked.review, uri);
}

async function policyContents(reviews: Reviews): Promise<Contents | Refusal> {
  const policy = await reviews.currentPolicy();
  return isRefusal(policy) ? policy : json(policyUri, policy);
}

async function reviewContents(reviews: Reviews, id: string, uri: string): Promise<Contents | Refusal> {
  const document = await reviews.show(id);
  return isRefusal(document) ? document : json(uri, document);
}

async function packetContents(
  reviews: Reviews,
  delivered: Delivered,
  id: string,
  uri: string,
): Promise<Contents | Refusal> {
  const packet = await reviews.peer.packet(id);
  if (isRefusal(packet)) return packet;
  delivered.whole(packet.review);
  const view = visible(packetView(packet, pagesOf(packet, Number.POSITIVE_INFINITY), 1));
  return { uri, mimeType: 'text/plain', text: packetText(view) };
}

/** The value itself: what would not show stands as an escape of JSON, so nothing is changed. */
function json(uri: string, value: object): Contents {
  return { uri, mimeType: 'application/json', text: printableJson(value) };
}
