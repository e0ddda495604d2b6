import { configFile } from '../adapters/user-config/config-file.js';
import { desktopProgram } from '../adapters/notification/channels/desktop.js';
import { findOutside } from '../adapters/notification/channels.js';
import { openStore } from '../adapters/storage/open-store.js';
import type { Check } from '../application/application.js';
import type { Channel } from '../application/ports/notifier.js';
import { StoreUnavailable } from '../application/ports/store.js';
import { isRefusal, type Refusal } from '../domain/model/refusal.js';
import { channels, realRoots } from './notifications.js';
import type { Start } from './store-directory.js';

const name = 'notifications';

/** Whether people are told, and what did not reach them. */
export async function notificationChecks(start: Start, directory: string | Refusal): Promise<readonly Check[]> {
  const found = await channels(start);
  if (isRefusal(found)) return [refused(found)];
  if (found === undefined) {
    const detail = `nobody is notified: there is no ${configFile(start.env)}`;
    return [{ name, state: 'ok', detail }];
  }
  const names = found.map((channel) => channel.name);
  const detail = names.length === 0 ? 'no channel is set up' : `by ${names.join(', ')}`;
  const ok: Check = { name, state: 'ok', detail };
  return [ok, ...(await programs(start, found)), ...(await undelivered(directory, names))];
}

function refused({ message, problems = [], remedy }: Refusal): Check {
  const places = problems.map(({ line, message: words }) => (line === undefined ? words : `line ${line}: ${words}`));
  const detail = [message, ...places].join('; ');
  return { name, state: 'problem', detail, ...(remedy === undefined ? {} : { remedy }) };
}

async function programs(start: Start, found: readonly Channel[]): Promise<readonly Check[]> {
  if (!found.some(({ kind }) => kind === 'desktop')) return [];
  const program = desktopProgram(process.platform);
  const outside = await realRoots(start.directory);
  if (findOutside({ env: start.env, outside })(program) !== undefined) return [];
  const detail = `there is no ${program} in PATH, so no notification reaches the desktop from here`;
  return [{ name, state: 'warning', detail, remedy: `Install ${program}, or take the channel away.` }];
}

async function undelivered(directory: string | Refusal, names: readonly string[]): Promise<readonly Check[]> {
  if (typeof directory !== 'string') return [];
  try {
    const store = await openStore({ directory, create: false });
    try {
      const rows = await store.outbox.unsettled();
      return rows.flatMap(({ channel, state, count }): readonly Check[] => {
        if (state === 'dead') return [warning(`${count} given up on ${channel}`, 'countersign notifications retry')];
        if (names.includes(channel)) return [];
        const detail = `${count} for ${channel}, which is not set up here`;
        return [warning(detail, `countersign notifications drop --channel ${channel}`)];
      });
    } finally {
      await store.close();
    }
  } catch (error) {
    // The check of the store says so.
    if (error instanceof StoreUnavailable) return [];
    throw error;
  }
}

function warning(detail: string, command: string): Check {
  return { name, state: 'warning', detail, remedy: `See \`countersign notifications\`, then: ${command}` };
}
