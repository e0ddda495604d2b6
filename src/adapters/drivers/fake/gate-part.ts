/** What a fake coder hands in: the task, its criteria, and a line for each point of the feedback, so that the same prompt has the same artifact. */
export function draft(prompt: string): string {
  const nonce = /BEGIN ARTIFACT (\w+)/u.exec(prompt)?.[1] ?? '';
  const task = /artifact of the task ([\w-]+)/u.exec(prompt)?.[1] ?? 'task';
  const criteria = [...new Set([...prompt.matchAll(/^- (.+)$/gmu)].map(([line]) => line))];
  const asked = [...prompt.matchAll(/^Iteration \d+: NO_GO\n(.+)$/gmu)].map(([, words = '']) => `- Reworked: ${words}`);
  return [`BEGIN ARTIFACT ${nonce}`, `# ${task}`, '', ...criteria, ...asked, `END ARTIFACT ${nonce}`].join('\n');
}

/** The artifact that a reviewer of a gate is shown. */
export function artifactOf(prompt: string): string {
  return /^BEGIN (\w+) the artifact\n(.*?)\nEND \1$/msu.exec(prompt)?.[2] ?? '';
}
