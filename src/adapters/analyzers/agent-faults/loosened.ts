import type { Assertion } from './test-case.js';

const exact =
  /^(resolves\.)?(toBe|toEqual|toStrictEqual|toMatchObject|toHaveLength|toContain|toContainEqual|toMatch|toMatchInlineSnapshot|toMatchSnapshot|toHaveProperty|equal|eql|deep\.equal|to\.(deep\.)?equal)$|^(assert(List|Dict|Set|Tuple|Multi\w*|Count|Sequence)?Equals?|==|is)$|^(Equal|EqualValues|Exactly|ElementsMatch|JSONEq|Len)f?$|(^|\.)(strictEqual|deepEqual|deepStrictEqual|equal|is|same)$/;
const vague =
  /^(resolves\.)?((not\.)?(toBeNull|toBeUndefined)|toBeDefined|toBeTruthy)$|^not\.toBeFalsy$|^(assertTrue|assertIsNotNone|truthy|is not)$|^(NotNil|NotEmpty|True|NoError|NotZero)f?$|(^|\.)(ok|truthy|exists|isDefined|notEqual)$|^to\.(be\.ok|exist)$/;

const excluding =
  /^(resolves\.|to\.|should\.)?(not\.(to\.)?|to\.not\.)(toBe|toEqual|toStrictEqual|toMatch|toMatchObject|toContain|toContainEqual|toHaveLength|(be\.)?(equal|eql)|deep\.equal)$|^(!=|not in)$|^(assertNotEquals?|assertIsNot|assertNotIn)$|^(NotEqual|NotEqualValues|NotContains|NotSame)f?$|(^|\.)(not(Strict|Deep|DeepStrict)?Equal|notSame|not|isNot)$/;

/** It only says what the value is not: nearly every wrong value passes. */
export function excludes({ matcher = '' }: Assertion): boolean {
  return excluding.test(matcher);
}

/** Both sides are the same words, so they give the same. */
export function comparesWithItself({ subject, expected }: Assertion): boolean {
  return subject !== undefined && expected !== undefined && bare(subject) === bare(expected);
}

function bare(text: string): string {
  return text.replace(/\s+/g, '');
}

/**
 * How `now` looks less closely than `old` at the same subject: `vague` for any-value matchers, `tolerance` for a margin
 * at least ten times wider, `itself` where both sides are the same, `message` where an error may say anything. Undefined when it does not.
 */
export function loosened(old: Assertion, now: Assertion): 'vague' | 'itself' | 'tolerance' | 'message' | undefined {
  if (comparesWithItself(now)) {
    return exact.test(now.matcher ?? '') && !comparesWithItself(old) ? 'itself' : undefined;
  }
  if (isVaguer(old, now)) return wider(old, now) ?? 'vague';
  return wider(old, now) ?? (isWider(margin(old), margin(now)) ? 'tolerance' : undefined);
}

function isVaguer(old: Assertion, now: Assertion): boolean {
  const [before, after] = [old.matcher ?? '', now.matcher ?? ''];
  if (exact.test(before) && vague.test(after) && !isUnexact(old) && !saysNothing(now)) return true;
  if (exact.test(before) && isNearlyAnything(old, now)) return true;
  return before.includes('CalledWith') && /^(toHaveBeenCalled|toBeCalled|assert_called)$/.test(after);
}

/** What was expected may be excluded now because it changed; another value is excluded to let anything pass. */
function isNearlyAnything(old: Assertion, now: Assertion): boolean {
  if (now.matcher?.endsWith('.catch') === true) return true;
  return excludes(now) && old.expected !== undefined && old.expected !== now.expected;
}

const anyError = /^(Base)?Exception$|^Error$/;

/** An error of any type, or with any message, where one was named. */
function wider(old: Assertion, now: Assertion): 'vague' | 'message' | undefined {
  const [before, after] = [old.matcher ?? '', now.matcher ?? ''];
  if (/^(ErrorIs|ErrorAs)f?$/.test(before) && /^Errorf?$/.test(after)) return 'vague';
  if (/^(EqualError|ErrorContains)f?$/.test(before) && /^Errorf?$/.test(after)) return 'message';
  return throwing.test(after) && old.expected !== undefined ? widerError(old, now) : undefined;
}

const throwing = /^(rejects\.)?toThrow(Error)?$|^raises$|^assertRaises(Regex)?$/;

function widerError(old: Assertion, now: Assertion): 'vague' | 'message' | undefined {
  const [was, is] = [typeOf(old), typeOf(now)];
  const any = anyError.test(is) || (is === '' && now.matcher?.includes('toThrow') === true);
  if (was !== '' && !anyError.test(was) && any) return 'vague';
  return was === is && saysMessage(old) && !saysMessage(now) ? 'message' : undefined;
}

function saysMessage({ expected = '', matcher = '' }: Assertion): boolean {
  return /\bmatch=|^["'`/]/.test(expected) || matcher.endsWith('Regex');
}

/** `ValueError` of `ValueError, match="…"`; empty where only a message is expected. */
function typeOf({ expected = '' }: Assertion): string {
  return /^[A-Za-z_][\w.]*/.exec(expected)?.[0] ?? '';
}

function isWider(narrow: number | undefined, wide: number | undefined): boolean {
  return narrow !== undefined && wide !== undefined && wide >= narrow * 10;
}

/** Compared with true, null and the like: the vague matcher says nearly the same. */
function isUnexact(old: Assertion): boolean {
  return old.expected === undefined || /^(true|True|undefined|null|None|nil|false|False)\b/.test(old.expected);
}

/** `is not` with anything but None is a real comparison. */
function saysNothing(now: Assertion): boolean {
  return now.matcher === 'is not' && now.expected !== 'None';
}

/** Distance that an assertion accepts, from its digits, delta or relative tolerance. */
function margin({ text, matcher, expected }: Assertion): number | undefined {
  if (matcher === 'toBeCloseTo') return 10 ** -Number(/,\s*(\d+)\s*$/.exec(expected ?? '')?.[1] ?? 2);
  const places = /\bplaces=(\d+)/.exec(text)?.[1];
  if (places !== undefined) return 10 ** -Number(places);
  const stated = /\b(?:rel|abs|delta|rel_tol|abs_tol|rtol|atol)=([\d.]+(?:e-?\d+)?)/i.exec(text)?.[1];
  return stated === undefined ? undefined : Number(stated);
}
