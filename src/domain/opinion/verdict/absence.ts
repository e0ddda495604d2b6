import { isUnspaced, normalise, wordsOf } from '../text/words.js';

/**
 * "No issues found". `whole`: of the change as a whole; `part`: only of a file, a kind or a degree, or of what is left
 * besides something else, which clears nothing.
 */
export type Absence = 'whole' | 'part';

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

const zero = setOf('no zero 0 any keine kein aucun aucune sin ningún ninguna nessun nessuna nenhum nenhuma sem нет');
const trouble = setOf(
  'issue issues problem problems bug bugs finding findings defect defects concern concerns error errors flaw flaws blocker ' +
    'blockers objection objections mistake mistakes complaints probleme fehler mängel beanstandungen problème problèmes anomalie ' +
    'erreur problema problemas error errores hallazgos problemi errori erro erros проблем проблемы замечаний ошибок',
);
/** May stand between the zero and the noun without narrowing it. */
const fullKinds = setOf('blocking actionable real new reportable review code notable');
/** Words before the statement that keep it the reviewer's own. */
const leads = setOf(
  'i we found find finding see saw did do does not have has there are is were was identified detected noticed spotted observed could ' +
    'can reveals revealed shows review reviewed my our the this analysis and with to report overall all clear good looks commit change ' +
    'changes code patch pr diff result es wurden ich habe wir haben je nous avons ai n a été il y no se encontraron encontré he ' +
    'non sono stati ho trovato não foram encontrei there✅ ✅ ☑ ✔ 👍 🟢 🎉 contains contain introduces discovered yielded yield',
);
/** The whole change, in the words after "in" or "with". */
const wholes = setOf(
  'this the that these any it my our commit commits change changes changeset diff patch pr mr pull merge request code ' +
    'implementation branch review submission update provided reviewed proposed here overall current latest new following all of ' +
    'files whole entire dieser diesem änderung ce cette este esta questo questa',
);
const scopeWords = setOf('in within inside for with of on about regarding im bei dans en nel nella no na в');
const leftovers = setOf(
  'other otherwise else further additional more remaining elsewhere besides apart except aside sonst weitere autre',
);
const stops = setOf('but however although though yet except aber jedoch mais pero ma mas но while');

const unspacedAbsence =
  /^(?:[^。]{0,12})?(?:未发现(?:任何|明显)?(?:问题|缺陷|错误)|没有发现(?:任何)?(?:问题|缺陷|错误)|(?:没有|无)(?:任何)?问题|未見(?:問題)|問題(?:は|点は)?(?:ありません|ない|なし|見つかりません(?:でした)?)|指摘(?:事項)?(?:は)?(?:なし|ありません)|문제(?:가|점이|점은|는)? ?(?:없습니다|없음|발견되지 않았습니다)|이상 ?없음)[。.!！]?$/u;

/** Reads one sentence; undefined when it does not speak of the absence of trouble. */
export function readAbsence(sentence: string): Absence | undefined {
  if (isUnspaced(sentence)) return unspacedAbsence.test(normalise(sentence).trim()) ? 'whole' : undefined;
  const text = sentence.trim();
  if (/^(?:замечаний|проблем)\s+(?:нет|не (?:обнаружено|найдено|выявлено))[.!]?$/i.test(text)) return 'whole';
  const words = wordsOf(text.replace(/\([^()]*\)/g, ' '));
  const nothing = nothingFound(words);
  if (nothing !== undefined) return nothing;
  const noun = words.findIndex((word, index) => trouble.has(word) && isZeroBefore(words, index));
  if (noun < 0) return undefined;
  const at = zeroBefore(words, noun);
  if (!words.slice(0, at).every((word) => leads.has(word))) return undefined;
  if (
    words
      .slice(at + 1, noun)
      .some((word) => !fullKinds.has(word) && !trouble.has(word) && word !== 'or' && word !== 'and')
  )
    return 'part';
  return scopeOf(words.slice(noun + 1), text);
}

/** "Nothing to report", "found nothing wrong". */
function nothingFound(words: readonly string[]): Absence | undefined {
  const at = words.indexOf('nothing');
  if (at < 0 || at > 3 || words.length > 8) return undefined;
  return /^nothing (?:to report|to flag|wrong|to fix|to add|of concern|blocking)/.test(words.slice(at).join(' ')) &&
    words.slice(0, at).every((word) => leads.has(word))
    ? 'whole'
    : undefined;
}

function zeroBefore(words: readonly string[], noun: number): number {
  for (let at = noun - 1; at >= Math.max(0, noun - 4); at -= 1) if (zero.has(words[at] ?? '')) return at;
  return -1;
}

function isZeroBefore(words: readonly string[], noun: number): boolean {
  const at = zeroBefore(words, noun);
  if (at < 0) return false;
  // "any" needs a negation of its own: "did not find any issues".
  return (
    words[at] !== 'any' || words.slice(0, at).some((word) => word === 'not' || word === 'without' || word === 'never')
  );
}

function scopeOf(after: readonly string[], sentence: string): Absence {
  const end = after.findIndex((word) => stops.has(word));
  const own = end < 0 ? after : after.slice(0, end);
  if (own.some((word) => leftovers.has(word))) return 'part';
  if (/`|[\w-]+\.[a-z]{1,5}\b|\w\/\w/.test(sentence)) return 'part';
  const scope = own.findIndex((word) => scopeWords.has(word));
  if (scope < 0) return 'whole';
  const [first = '', second = ''] = own.slice(scope + 1);
  return wholes.has(first) && (second === '' || wholes.has(second)) ? 'whole' : 'part';
}
