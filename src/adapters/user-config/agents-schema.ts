import { z } from 'zod';
import { agentVias } from '../../domain/model/policy-protocols.js';
import { askedDrivers } from '../../domain/model/seat.js';

const path = z
  .string()
  .regex(/^(?:\/|~\/)./u, { error: 'expected an absolute path, or one that begins with ~/' })
  .refine((text) => !text.includes('\0'), { error: 'expected a path without NUL' });

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, { error: 'expected the name of an environment variable' })
  .refine((name) => !/^COUNTERSIGN_/iu.test(name), {
    error: 'expected another name: what begins with COUNTERSIGN_ is handed to nobody',
  });

const word = z.string().min(1).max(100);
const vias = [...new Set(Object.values(agentVias).flat())] as const;

const agent = z.strictObject({
  driver: z.enum(askedDrivers).optional(),
  via: z.enum(vias).optional(),
  role: word.optional(),
  family: word.optional(),
  model: word.optional(),
  run: z.tuple([path], z.string()).optional(),
  env: z.array(variable).default([]),
  credentials: path.optional(),
  endpoint: z
    .url({ protocol: /^https?$/u, error: 'expected an address that begins with https:// or http://' })
    .refine((text) => !/^[^/]*\/\/[^/]*@/u.test(text), { error: 'expected an address without user name and password' })
    .optional(),
  key_variable: variable.optional(),
});

/** Key `agents` of the user's configuration. */
export const agentsSchema = z.record(
  z.string().regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/iu, { error: 'expected letters, digits and single hyphens' }),
  agent,
);

export type AgentOfFile = z.output<typeof agent>;
