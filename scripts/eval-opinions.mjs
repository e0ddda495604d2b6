// Reads reviewers' answers from JSON lines ({id, text}) and prints {id, verdict, findings} a line. Where the rows say what is
// expected, a summary goes to stderr. Usage: npm run eval:opinions -- FILE.jsonl [--differences]
import { readFileSync } from 'node:fs';
import { loadRepairJson } from '../build/adapters/opinion-text/repair-json.js';
import { readOpinion } from '../build/application/queries/read-opinion.js';
import { createScore } from './opinion-score.mjs';

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (files.length === 0) {
  process.stderr.write('usage: npm run eval:opinions -- FILE.jsonl [--differences]\n');
  process.exit(2);
}
const score = createScore();
for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const row = JSON.parse(line);
    const reading = await readOpinion({ text: row.text, nonce: row.nonce }, loadRepairJson);
    const findings = reading.findings.map(({ severity, statedSeverity, file: path, line: at, endLine, message }) => ({
      severity,
      ...(statedSeverity === undefined ? {} : { statedSeverity }),
      file: path ?? null,
      line: at ?? null,
      ...(endLine === undefined ? {} : { endLine }),
      gist: message.split('\n')[0],
    }));
    const id = row.id ?? String(index + 1);
    process.stdout.write(`${JSON.stringify({ id, verdict: reading.verdict, findings })}\n`);
    score.add(id, row, reading, findings);
  }
}
process.stderr.write(score.summary(process.argv.includes('--differences')));
