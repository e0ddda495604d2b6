// Every path that the documents name exists, and every relative link leads somewhere.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const documents = ['README.md', 'ARCHITECTURE.md', 'AGENTS.md', ...below('docs')];
const problems = [];

for (const document of documents) {
  const text = readFileSync(document, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, (block) =>
    block.replaceAll(/[^\n]/g, ''),
  );
  text.split('\n').forEach((line, index) => {
    for (const path of named(line, document)) {
      if (!existsSync(path)) problems.push(`${document}:${index + 1}: ${path} does not exist`);
    }
  });
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Markdown files below a folder. */
function below(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** Relative link targets, and inline code that begins like a path of this repository. */
function named(line, document) {
  const links = [...line.matchAll(/\]\((?!https?:|mailto:|#)([^)\s#]+)/g)].map(([, target]) =>
    normalize(join(dirname(document), decodeURIComponent(target))),
  );
  const code = [...line.matchAll(/`((?:(?:src|test|bench|scripts|\.ci)\/|docs\/[^`\s]*\.md)[^`\s*{}<>…:]*)`/g)].map(
    ([, path]) => path,
  );
  return [...links, ...code];
}
