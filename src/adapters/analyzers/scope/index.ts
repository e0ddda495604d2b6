import type { AnalysisInput, AnalysisResult, Analyzer, Hit } from '../analyzer.js';
import type { RuleDoc } from '../rule-catalogue.js';

export const scopeRule: RuleDoc = {
  id: 'scope/outside',
  role: 'spec',
  severity: 'important',
  languages: 'any',
  title: 'A file outside the declared scope',
  why: 'The author declared what the change would touch; a file beyond it was not asked for, and is where surprises hide.',
  remedy: 'Take it out of the change, or widen the scope and say why.',
};

/** Entries that no glob of the declared scope matches, whatever they hold. */
export const scope: Analyzer = {
  name: 'scope',
  role: 'spec',
  compares: 'itself',
  rules: [scopeRule.id],
  applies: ({ packet }) => packet.scope !== undefined,
  analyze,
};

async function analyze({ packet, files }: AnalysisInput): Promise<AnalysisResult> {
  const { default: picomatch } = await import('picomatch');
  const inScope = picomatch([...(packet.scope ?? [])], { dot: true });
  const hits = packet.frozen.change.files.flatMap(({ path, oldPath, status }): Hit[] => {
    const outside = [path, ...(oldPath === undefined || status === 'C' ? [] : [oldPath])].filter(
      (each) => !inScope(each),
    );
    const [first] = outside;
    if (first === undefined) return [];
    const message = `\`${first}\` is outside the declared scope (${(packet.scope ?? []).join(', ')}). Take it out of the change, or widen the scope and say why.`;
    const side = status === 'D' ? 'base' : 'head';
    return [{ rule: scopeRule.id, severity: 'important', file: path, side, line: 0, message }];
  });
  return { hits, read: files.map(({ path }) => path), failed: [], notChecked: [] };
}
