function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

/** Names of the place where a verdict is stated. */
const nouns = setOf(
  'verdict verdicts decision recommendation recommendations outcome judgement judgment ruling disposition vote determination ' +
    'urteil entscheidung empfehlung votum gesamturteil verdikt décision avis recommandation veredicto decisión recomendación ' +
    'dictamen verdetto decisione raccomandazione esito veredito decisão recomendação вердикт решение рекомендация',
);

/** Names that stand for a verdict only when a verdict follows them at once. */
const weakNouns = setOf(
  'result results status conclusion assessment overall summary evaluation review rating gate qa signoff bottom approval ' +
    'ergebnis fazit bewertung status résultat conclusion statut bilan resultado conclusión estado conclusione risultato stato ' +
    'conclusão estado итог результат заключение статус вывод',
);

/** Words that may stand beside the name without narrowing it to a part of the change. */
const companions = setOf(
  'final overall my the our a an this review reviewer reviewer’s code pr mr pull request patch change changes diff merge general ' +
    'combined verdict decision is of on for line and audit peer commit summary total gesamt endgültiges abschließendes abschließende ' +
    'finale final globale finale général finales definitiva definitivo geral итоговый итоговое общий окончательное de la le du del ' +
    'revue revisión revisão revisione ревью по проверки und des der die das мой моё',
);

/** Labels that a yes or no answers. */
const questions =
  /^(?:is (?:this|it|the \w+) )?(?:approved?|lgtm|merge|ready|ready to (?:merge|ship|land)|safe to (?:merge|ship)|ok to merge|good to (?:go|merge)|mergeable|can (?:this |it )?(?:be )?merge(?:d)?|should (?:this |it )?(?:be )?merge(?:d)?|ship(?: it)?|pass(?:ed)?|accept(?:ed)?)$/;

const unspacedLabel =
  /^(?:最终|最終|总体|總體|整体|総合|全体|종합|최종|전체|评审|审查|審査|审核|代码|レビュー|리뷰|검토|코드|の|的| ){0,4}(?:结论|結論|裁决|裁決|判定|结果|結果|决定|決定|评价|評価|評價|意见|意見|建议|判断|결론|판정|결과|결정|평가|의견)$/u;

export type LabelKind = 'verdict' | 'weak' | 'question';

/** Whether the words name the place of a verdict on the whole change; undefined for any other label. */
export function labelKind(words: readonly string[]): LabelKind | undefined {
  const name = words.filter((word) => !/^[✅☑✔❌✖✗⛔🛑👍👎🚫🔴🟢🟡🟠⚠]$/u.test(word) && !/^\d+$/.test(word));
  if (name.length === 0 || name.length > 7) return undefined;
  const joined = name.join(' ');
  if (questions.test(joined)) return 'question';
  if (unspacedLabel.test(joined)) return 'verdict';
  if (!name.every((word) => nouns.has(word) || weakNouns.has(word) || companions.has(word))) return undefined;
  if (name.some((word) => nouns.has(word))) return 'verdict';
  return name.some((word) => weakNouns.has(word)) ? 'weak' : undefined;
}
