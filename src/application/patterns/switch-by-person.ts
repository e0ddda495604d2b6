import { neverSkipped } from '../../domain/model/policy.js';
import type { PatternKey } from '../../domain/model/pattern.js';
import { patternId } from '../../domain/model/pattern.js';
import { isRefusal, refuse, type Refusal } from '../../domain/model/refusal.js';
import { refusedOnStream } from '../commands/refused-attempt.js';
import type { Caller, IdentifyDependencies } from '../identify.js';
import type { PatternReport, SwitchPattern } from '../patterns.js';
import { personOf } from '../person-of.js';
import { damageOf } from './damage.js';
import { learnedOf } from './learned.js';
import { reportOf, type ReportDependencies } from './report.js';
import { enable, put } from './switch.js';

type On = IdentifyDependencies & ReportDependencies;

/** A person switches skipping on or off (SPEC 3: only a person does). An attempt without a person's credential is recorded. */
export async function switchPattern(on: On, caller: Caller, ask: SwitchPattern): Promise<PatternReport | Refusal> {
  const { creator, type } = ask;
  const note = ask.note.trim();
  if (note === '') return refuse('reason_missing', 'a pattern is switched with a note', 'add `--note "why"`');
  const key = { creator, type };
  const learned = await learnedOf(on.store, key);
  if (learned.evidence.length === 0) return unknown(on, key);
  const { who, actor } = await personOf(on, caller);
  if (isRefusal(who)) {
    const verb = ask.on ? 'enable_pattern' : 'disable_pattern';
    return refusedOnStream(on, `pattern/${patternId(key)}`, who, { verb, actor });
  }
  const damage = await damageOf(on.store);
  const report = reportOf(on, key, learned, damage);
  const unfit = ask.on ? unfitFor(report) : undefined;
  if (unfit !== undefined) return unfit;
  const confidence = report.eligible.confidence ?? 0;
  const switched = ask.on
    ? await enable(on, key, { person: who.name, note, confidence })
    : await put(on, { type: 'pattern_disabled', data: { ...key, person: who.name, note } }, who.name);
  if (switched === undefined)
    return refuse(
      'busy',
      `${creator} → ${type} was switched by somebody else meanwhile`,
      'look again, then say it again',
    );
  return reportOf(on, key, { ...learned, switched }, damage);
}

function unfitFor({ creator, type, eligible, phase }: PatternReport): Refusal | undefined {
  const what = `${creator} → ${type}`;
  if (neverSkipped.includes(type))
    return refuse('never_skipped', `${type} is never skipped, whatever was learned`, 'leave it reviewed (SPEC 5.2)');
  if (phase.name !== 'off') return refuse('not_now', `${what} is on already`, 'see `countersign patterns`');
  if (eligible.obstacle === null) return undefined;
  return refuse(
    'pattern_not_eligible',
    `${what} can not be switched on: ${eligible.obstacle}`,
    'see `countersign patterns`; where nothing is damaged, wait for more reviews',
  );
}

async function unknown({ store }: On, { creator, type }: PatternKey): Promise<Refusal> {
  const known = (await store.listPatterns()).map((key) => `${key.creator} ${key.type}`);
  const remedy =
    known.length === 0
      ? 'patterns come from decided reviews of agents with a token'
      : `known: ${known.slice(0, 10).join(', ')}`;
  return refuse('unknown_pattern', `nothing was learned of ${creator} with ${type}`, remedy);
}
