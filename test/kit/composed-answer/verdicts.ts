/** A statement of the verdict on the whole, and what it says. */
export interface Statement {
  readonly text: string;
  readonly says: 'approve' | 'change' | 'reject';
  /** A verdict under its label; the others say it in a sentence. */
  readonly formal: boolean;
}

type Say = Statement['says'];

const words: Readonly<Record<Say, readonly string[]>> = {
  approve: ['APPROVE', 'Approved', 'approve with minor suggestions', 'APPROVED ✅'],
  change: ['REQUEST_CHANGES', 'Request changes', 'CHANGES_REQUESTED', 'needs revision', 'NO_GO'],
  reject: ['REJECT', 'Rejected', 'REJECTED'],
};
const labels: readonly ((word: string) => string)[] = [
  (word) => `VERDICT: ${word}`,
  (word) => `**Verdict:** ${word}`,
  (word) => `**Verdict: ${word}**`,
  (word) => `**Decision**: ${word}`,
  (word) => `## Verdict: ${word}`,
  (word) => `## Verdict\n\n${word}`,
  (word) => `### Recommendation\n**${word}**`,
  (word) => `Overall recommendation - ${word}`,
  (word) => `Verdict — \`${word}\``,
  (word) => `| Verdict | ${word} |\n|---|---|`,
];
const sentences: Readonly<Record<Say, readonly string[]>> = {
  approve: ['LGTM', 'Looks good to me.', 'I approve this change.'],
  change: [
    "I'm requesting changes.",
    'Changes requested.',
    'This is not ready to merge.',
    'Please do not merge this yet.',
  ],
  reject: ['I reject this change.', 'Rejected.'],
};

export const statements: readonly Statement[] = (['approve', 'change', 'reject'] as const).flatMap((says) => [
  ...words[says].flatMap((word) => labels.map((label) => ({ text: label(word), says, formal: true }))),
  ...sentences[says].map((text) => ({ text, says, formal: false })),
]);
