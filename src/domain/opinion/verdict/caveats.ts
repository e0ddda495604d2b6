import { withoutQuoted } from '../text/inline.js';
import { normalise, wordsOf } from '../text/words.js';

/** What keeps a positive word from approving, or explains an answer without one. */
export type Caveat = 'not_covered' | 'quota' | 'not_logged_in' | 'plan' | 'trouble';

const unread =
  /\b(?:can|could|was|were|am|is|are|did|do|does|have|has|been)?\s?(?:not|unable to|failed to|never) (?:been )?(?:able to |fully |completely |entirely |actually |properly )?(?:access|read|open|view|see|review|fetch|load|retrieve|inspect|examine|find|get|obtain|analy[sz]e|check out|shown|reviewed|provided|included|cover|covered|inspected|examined|read)\b/;
const unreadObject =
  /\b(?:diff|diffs|change|changes|file|files|code|repo|repository|patch|commit|content|contents|attachment|pull request|pr|everything|all of|rest|remaining|remainder|parts?|portions?|sections?|lines(?! \d))\b/;
const cutInput =
  /\b(?:diff|input|patch|file|files|code|content|contents|output|change|prompt|context) (?:\w+ )?(?:is|was|were|are|got|seems?|appears?|appeared)(?: to be| to have been)? (?:\w+ )?(?:truncated|cut off|cut short|incomplete|empty|missing|too large|omitted|not (?:provided|included|shown))\b|\b(?:only|just) (?:had time to |was able to |could |able to )?(?:review(?:ed)?|look(?:ed)? at|read|check(?:ed)?|saw|see|inspect(?:ed)?|covered?|skimmed) (?:the first|part|some|half|a (?:part|portion|subset|few)|\d+ (?:of|out of|files?)|parts|one|two|three)\b/;
/** The reviewer says it looked for trouble and did not see any: no gap in what was read. */
const soughtTrouble =
  /\b(?:not|unable to|failed to|never) (?:\w+ )?(?:find|see|identify|detect|get)\b[^.]{0,60}\b(?:issue|issues|problem|problems|bug|bugs|defect|defects|concern|concerns|error|errors|reason|flaw|flaws|regression|regressions|anything|vulnerabilit)/;

const quota =
  /\b(?:rate|usage|request|token|quota|message|spending|weekly|session|credit) limits?\b.{0,40}\b(?:reached|exceeded|hit|resets?|exhausted)|\b(?:hit|reached|exceeded|over) (?:\w+ ){0,3}(?:\w+ )?(?:limit|quota)\b|\bquota (?:\w+ )?(?:exceeded|exhausted|reached)|\b(?:exceeded|exhausted) (?:your |the |my )?(?:\w+ )?quota|\binsufficient (?:credits?|quota|balance|funds)\b|\bcredit balance is too low\b|\btoo many requests\b|\b429\b.{0,30}\b(?:error|too many|rate|status)|\b(?:error|status|http|code):? ?429\b|\bresource[_ ]exhausted\b|\bout of credits\b|\boverloaded_error\b/;
const login =
  /\bplease (?:run \S+ to )?(?:log ?in|sign ?in|login|authenticate|re-?authenticate)\b|\bnot (?:logged|signed) in\b|\b(?:login|authentication|authorization|api key) (?:is )?(?:required|failed|expired|missing)\b|\b(?:invalid|missing|incorrect|expired|no) (?:api[ -]?key|credentials|access token|auth token|oauth token)\b|\b(?:error|status|http|code):? ?401\b|\b401 unauthori[sz]ed\b|\bsession (?:has )?expired\b|\brun \S*(?:\/login| login)\b/;

const plan =
  /^(?:ok(?:ay)?[,.]? |sure[,.!]? |first[,]? |next[,]? |now[,]? |then[,]? |alright[,]? )*(?:i am (?:now |currently |going to |about to |still )?(?!requesting|approving|rejecting|happy|confident|satisfied|not)\w+ing\b|i am (?:going|about) to\b|i will\b|i shall\b|i plan to\b|i intend to\b|let me\b|let us\b|we will\b|next[,]? i\b|starting (?:the|my|a) review\b|launching\b|spawning\b|convening\b|waiting for\b|working on\b|my plan\b|the plan\b|ich werde\b|je vais\b|voy a\b)/;

const countedTrouble =
  /\b(?:there (?:is|are|remains?)|has|have|contains?|introduces?|creates?|causes?|i (?:found|see|noticed|spotted)|found|see) (?:still |also |now |potentially )?(?:a|an|one|two|three|four|five|several|some|many|multiple|serious|critical|major|significant|[1-9]\d*) (?:[\w-]+ ){0,3}(?:bugs?|issues?|problems?|vulnerabilit(?:y|ies)|defects?|regressions?|races?|leaks?|crash(?:es)?|flaws?|blockers?|deadlocks?|concerns?)\b/;
const demandedFix =
  /\b(?:must|needs? to|has to|have to|should) (?:first )?be (?:fixed|addressed|resolved|corrected|reverted|reworked)\b|\b(?:must|should|can) not (?:be )?(?:merged?|shipped?|approved?|land(?:ed)?|released?|deploy(?:ed)?)\b/;
const adversative =
  /^(?:but|however|although|though|yet|except|nevertheless|still|unfortunately|aber|jedoch|mais|cependant|pero|sin embargo|ma|però|mas|porém|но|однако)\b/;
const advice =
  /\b(?:consider|could|might|may|suggest|suggestion|suggestions|optional|optionally|minor|nit|nits|nitpick|would be nice|nice to have|prefer|recommend|small|tiny|cosmetic|style|typo|perhaps|maybe|future|follow-?up|later|not block|non-?blocking|fine|ok|okay|good|great|works?|please note|worth)\b/;
const denied =
  /\b(?:no|not|never|none|zero|without|prevents?|prevented|avoids?|fix(?:es|ed)|resolves?|resolved|closes?|used to|previously|handles?|was|were)\b/;

/** Caveats of one sentence of the reviewer's own. */
export function caveatsOf(sentence: string): readonly Caveat[] {
  if (sentence.length > 2000) return [];
  const text = normalise(withoutQuoted(sentence)).replace(/\s+/g, ' ').trim();
  const found: Caveat[] = [];
  if (
    (unread.test(text) && unreadObject.test(text) && !soughtTrouble.test(text) && !/\btests?\b/.test(text)) ||
    cutInput.test(text)
  )
    found.push('not_covered');
  if (quota.test(text)) found.push('quota');
  if (login.test(text)) found.push('not_logged_in');
  if (plan.test(text)) found.push('plan');
  if (statesTrouble(text)) found.push('trouble');
  return found;
}

function statesTrouble(text: string): boolean {
  if (/[?？]$/.test(text)) return false;
  if (demandedFix.test(text)) return true;
  const counted = countedTrouble.exec(text);
  if (counted !== null && !denied.test(text.slice(0, counted.index + counted[0].length))) return true;
  return text.split(/[,;:—–]\s*|\.\s+/).some((clause) => isObjection(clause));
}

/** "…, but the lock is never released" objects; "…, but consider a test" advises. */
function isObjection(clause: string): boolean {
  return adversative.test(clause) && !advice.test(clause) && wordsOf(clause).length > 2;
}
