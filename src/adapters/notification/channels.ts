import { delimiter, join } from 'node:path';
import type { Channel } from '../../application/ports/notifier.js';
import type { Recipient } from '../../domain/model/notification.js';
import { commandSender } from './channels/command.js';
import { desktopSender } from './channels/desktop.js';
import { fileSender } from './channels/file.js';
import { terminalSender, type TerminalOutput } from './channels/terminal.js';
import { webhookSender } from './channels/webhook.js';
import { expandHome, home } from '../user-config/config-file.js';
import { nameOf, type ChannelConfig } from './config/schema.js';
import { findProgram } from '../process-group/find-program.js';

export interface Surroundings {
  /** Without `COUNTERSIGN_TOKEN`. */
  readonly env: NodeJS.ProcessEnv;
  /** Real paths of the repository under review, where no program is looked for. */
  readonly outside: readonly string[];
  readonly terminal: TerminalOutput;
  readonly platform: NodeJS.Platform;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** The channels that a configuration describes. */
export function channelsOf(configs: readonly ChannelConfig[], surroundings: Surroundings): readonly Channel[] {
  return configs.map((config) => {
    const { available, send } = senderOf(config, surroundings);
    return {
      name: nameOf(config),
      kind: config.type,
      available,
      send,
      wants: (notification) => wants(config, notification),
    };
  });
}

/**
 * Absolute path of the program that raises notifications of the desktop. Folders of package managers' scripts are left out:
 * `npm run` puts those of the project under review in front.
 */
export function findOutside({ env, outside }: Pick<Surroundings, 'env' | 'outside'>) {
  const folders = (env['PATH'] ?? '').split(delimiter);
  const path = folders.filter((folder) => !join(folder, '/').includes('/node_modules/')).join(delimiter);
  return (name: string): string | undefined => findProgram(name, { path, untrusted: outside });
}

function wants(config: ChannelConfig, { word, recipients }: Parameters<Channel['wants']>[0]): boolean {
  if (config.events !== undefined && !config.events.includes(word)) return false;
  return recipients.some((recipient) => isFor(config, recipient));
}

/** What shows itself to whoever sits there is for a person, unless it is said otherwise. */
function isFor({ type, to, names }: ChannelConfig, { party, name }: Recipient): boolean {
  if (names !== undefined && (name === null || !names.includes(name))) return false;
  const shown = type === 'terminal' || type === 'desktop';
  return to === undefined ? names !== undefined || !shown || party === 'human' : to.includes(party);
}

function senderOf(config: ChannelConfig, surroundings: Surroundings): Pick<Channel, 'available' | 'send'> {
  const { env, outside, platform, terminal, now } = surroundings;
  const directory = home(env);
  switch (config.type) {
    case 'terminal':
      return terminalSender(terminal, config.bell);
    case 'file':
      return fileSender(expandHome(config.path, env), outside);
    case 'desktop':
      return desktopSender({ sound: config.sound, platform, find: findOutside(surroundings), env, directory });
    case 'command': {
      const [program, ...args] = config.run;
      return commandSender({
        run: [expandHome(program, env), ...args],
        timeoutMs: config.timeout_seconds * 1000,
        env,
        directory,
        outside,
      });
    }
    case 'webhook':
      return webhookSender({
        url: new URL(config.url),
        secret: config.secret ?? '',
        allowPrivate: config.allow_private,
        timeoutMs: config.timeout_seconds * 1000,
        now,
      });
  }
}
