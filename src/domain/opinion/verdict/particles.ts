function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Turn a term round when they stand before it in its clause. */
export const negators = setOf(
  'not no never neither nor without hardly can’t dont cant isnt doesnt didnt wont shouldnt nicht kein keine keinen keiner nie ' +
    'pas ne non jamais aucune ni sin nunca nessuna não nao nem не нет нельзя ни against avoid unable refuse refusing ' +
    'withhold withholding withheld lacks lack instead than nowhere ✗ ❌ 🚫',
);

/** Make a statement depend on something that has not happened. */
export const conditionals = setOf(
  'if once unless until till after pending provided providing assuming subject conditional conditionally contingent ' +
    'would could should may might will when whenever whether before wenn falls sobald sofern vorbehaltlich würde nachdem bedingt ' +
    'si sous dès après serait cuando una siempre tras condicionado sería se quando dopo purché sarebbe após depois desde ' +
    'condicional если когда после при',
);

/** "approve with comments" approves; "approve with changes" does not yet. */
export const harmlessCompany = setOf(
  'comments comment nits nit suggestions suggestion notes note remarks remark minor optional small trivial confidence high ' +
    'full pleasure observations advice caveats recommendations nitpicks feedback no one two three a some few couple of the ' +
    'anmerkungen hinweisen commentaires remarques comentarios commenti observações',
);

/** "with" in the languages where it follows a verdict. */
export const withWords = setOf('with mit avec con com w');

/** After the word, in scripts without spaces. */
export const unspacedNegationAfter =
  /^[^。、，,.!！]{0,8}(?:ない|ません|ず|不可|できな|않|불가|못|없|아니|아님|안 됨|안됨|금지|不能|不了)/u;
export const unspacedNegationBefore = /(?:不|未|没|沒|無|无|非|勿|莫|别|否|미|불|안 |못 |비)[^。、，,.!！]{0,3}$/u;
export const unspacedCondition =
  /^[^。.!！]{0,12}(?:后|後|たら|れば|なら|ば、|면|다면|된 후|이후)|(?:如果|若|假如|一旦|待|もし|만약)[^。.!！]{0,20}$/u;

/** A sentence that speaks of others, of the past, or of what the author wants. */
export const reporters = setOf(
  'says say said claims claim claimed states stated reads contains contained asks asked tells told instructs instructed ' +
    'wants expects requests pretends asserts includes mentions quotes writes wrote reported according labelled labeled named ' +
    'called titled',
);
