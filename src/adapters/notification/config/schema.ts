import { z } from 'zod';
import { notificationWords } from '../../../domain/model/notification.js';
import { secretKey } from '../signature.js';

const name = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, { error: 'expected lower-case letters, digits and single hyphens' })
  .max(40);

const path = z
  .string()
  .regex(/^(?:\/|~\/)./u, { error: 'expected an absolute path, or one that begins with ~/' })
  .refine((text) => !text.includes('\0'), { error: 'expected a path without NUL' });

const seconds = z.number().min(1).max(30);

const secret = z.string().refine((text) => secretKey(text) !== undefined, {
  // The value itself must not come back in a message.
  error: 'expected whsec_ and 24 to 64 bytes in base64, e.g. made by: openssl rand -base64 32',
});

const url = z
  .url({ protocol: /^https?$/u, error: 'expected an address that begins with https://' })
  .refine((text) => !/^[^/]*\/\/[^/]*@/u.test(text), { error: 'expected an address without user name and password' });

const common = {
  name: name.optional(),
  /** Parties that it is for. */
  to: z
    .array(z.enum(['creator', 'reviewer', 'human']))
    .min(1)
    .optional(),
  /** Names of the agents or people that it is for. */
  names: z.array(z.string().min(1)).min(1).optional(),
  events: z.array(z.enum(notificationWords)).min(1).optional(),
};

const channel = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('terminal'), ...common, bell: z.boolean().default(true) }),
  z.strictObject({ type: z.literal('desktop'), ...common, sound: z.boolean().default(true) }),
  z.strictObject({ type: z.literal('file'), ...common, path }),
  z.strictObject({
    type: z.literal('command'),
    ...common,
    run: z.tuple([path], z.string()),
    timeout_seconds: seconds.default(10),
  }),
  z
    .strictObject({
      type: z.literal('webhook'),
      ...common,
      url,
      secret: secret.optional(),
      secret_file: path.optional(),
      allow_private: z.boolean().default(false),
      timeout_seconds: seconds.default(15),
    })
    .refine(({ secret: inline, secret_file: file }) => (inline === undefined) !== (file === undefined), {
      error: 'expected either secret or secret_file',
    })
    .refine(({ url: address, allow_private: allowed }) => allowed || !address.startsWith('http:'), {
      error: 'expected https, as allow_private is not set',
      path: ['url'],
    }),
]);

/** Section `notifications` of the user's configuration. */
export const notificationsSchema = z.strictObject({
  channels: z.array(channel).refine((all) => new Set(all.map(nameOf)).size === all.length, {
    error: 'expected channels with a name each of its own',
  }),
});

export type ChannelConfig = z.output<typeof channel>;

/** Name of a channel: its type where it has none. */
export function nameOf({ name: given, type }: Pick<ChannelConfig, 'name' | 'type'>): string {
  return given ?? type;
}
