import type { JournalEvent } from './event.js';

/** Types of event whose data may name blobs. */
export const NAMING_BLOBS = [
  'review_requested',
  'review_revised',
  'seats_handed_out',
  'opinion_submitted',
  'opinion_discarded',
  'fix_attempted',
  'gate_produced',
  'gate_edit_kept',
] as const satisfies readonly JournalEvent['type'][];

type NamingBlobs = Extract<JournalEvent, { readonly type: (typeof NAMING_BLOBS)[number] }>;

/** Bytes beside the journal that an event rests on. */
export interface NamedBlob {
  /** What they are, for people: `material to review`, `transcript of otter`. */
  readonly what: string;
  /** `sha256` hex. */
  readonly digest: string;
}

/** Blobs that an event names, in its order; every other digest of an event is of something that is kept elsewhere. */
export function namedBlobs(event: { readonly type: string; readonly data: unknown }): readonly NamedBlob[] {
  return isNaming(event) ? namedBy(event) : [];
}

function isNaming(event: { readonly type: string; readonly data: unknown }): event is NamingBlobs {
  return (NAMING_BLOBS as readonly string[]).includes(event.type);
}

function namedBy(event: NamingBlobs): readonly NamedBlob[] {
  switch (event.type) {
    case 'review_requested':
      return material(event.data.peer?.material);
    case 'review_revised':
    case 'seats_handed_out':
      return material(event.data.material);
    case 'opinion_submitted':
    case 'opinion_discarded':
      return event.data.opinion.evidence ?? [];
    case 'fix_attempted':
      return event.data.evidence ?? [];
    case 'gate_produced':
      return [...named('artifact', event.data.artifact), ...named('edit', event.data.edit)];
    case 'gate_edit_kept':
      return named('edit', event.data.digest);
  }
}

function named(what: string, digest: string | null | undefined): readonly NamedBlob[] {
  return typeof digest === 'string' ? [{ what, digest }] : [];
}

function material(given: { readonly digest: string } | undefined): readonly NamedBlob[] {
  return given === undefined ? [] : [{ what: 'material to review', digest: given.digest }];
}
