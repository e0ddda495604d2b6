/** Longest stretch of one line that the grammar looks at: longer ones are no sentence, and are kept unread. */
export const longestLine = 4000;

export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly raw: string;
  /**
   * `text` is the reviewer speaking; `code` stands in a fence, `quote` is quoted or part of a diff; `mark` opens or closes a
   * fence; `object` belongs to a structured answer; `unread` is too long to be prose.
   */
  readonly kind: 'text' | 'code' | 'quote' | 'mark' | 'blank' | 'object' | 'unread';
  /** Index of the fence in `Layout.fences`, for `code`. */
  readonly fence?: number;
}

export interface Fence {
  /** Lines of the opening and closing mark. An unclosed one ends with the text. */
  readonly from: number;
  readonly to: number;
  /** Info string, lower case: `json`, `diff`, `suggestion`. */
  readonly language: string;
  readonly closed: boolean;
}

export interface Layout {
  readonly lines: readonly Line[];
  readonly fences: readonly Fence[];
}

const fenceMark = /^[ \t>]{0,12}(?:[-*] |\d{1,3}[.)] )?[ \t]{0,8}(`{3,}|~{3,})[ \t]*([\w.+#-]{0,40})[^`]*$/;

interface OpenFence {
  readonly from: number;
  readonly mark: string;
  readonly language: string;
}

/** Splits a cleaned text into lines and says which of them the reviewer speaks himself. */
export function layOut(text: string): Layout {
  const rows = text.split('\n');
  const lines: Line[] = [];
  const fences: Fence[] = [];
  let open: OpenFence | undefined;
  let inDiff = false;
  rows.forEach((raw, index) => {
    const number = index + 1;
    if (open !== undefined) {
      const closes = closing(raw, open.mark);
      if (closes === 'no') {
        lines.push({ number, raw, kind: 'code', fence: fences.length });
        return;
      }
      lines.push(
        closes === 'line' ? { number, raw, kind: 'mark' } : { number, raw, kind: 'code', fence: fences.length },
      );
      fences.push({ from: open.from, to: number, language: open.language, closed: true });
      open = undefined;
      return;
    }
    const opened = opening(raw);
    inDiff = raw.trim() !== '' && (inDiff || /^(?:diff --git |@@ -\d)/.test(raw));
    if (opened !== undefined) {
      open = { from: number, mark: opened.mark, language: opened.language };
      lines.push({ number, raw, kind: opened.alone ? 'mark' : 'text' });
    } else lines.push({ number, raw, kind: inDiff ? 'quote' : kindOf(raw) });
  });
  if (open !== undefined)
    fences.push({ from: open.from, to: rows.length, language: open.language, closed: onlyBlank(rows, open.from) });
  return { lines, fences };
}

const quotedPlace = /^\s{0,8}>\s*[`*]{0,3}[\w./@+-]{1,300}\.[A-Za-z]\w{0,9}(?:#L|:)\d{1,7}(?:-L?\d{1,7})?[`*]{0,3}\s*$/;

function kindOf(raw: string): Line['kind'] {
  if (raw.trim() === '') return 'blank';
  if (raw.length > longestLine) return 'unread';
  // A quoted place is no speech: it says what the words below it are about.
  if (quotedPlace.test(raw)) return 'text';
  // An added line of a diff that somebody pasted without a fence; "+1" is a vote.
  return /^\s{0,8}>|^\+(?!1\b)\S/.test(raw) ? 'quote' : 'text';
}

function opening(raw: string): { mark: string; language: string; alone: boolean } | undefined {
  if (raw.length > longestLine) return undefined;
  const whole = fenceMark.exec(raw);
  if (whole?.[1] !== undefined) return { mark: whole[1], language: (whole[2] ?? '').toLowerCase(), alone: true };
  // A model that runs its first sentence into the fence.
  if (!raw.endsWith('```') || raw.startsWith('```')) return undefined;
  return raw.split('```').length % 2 === 0 ? { mark: '```', language: '', alone: false } : undefined;
}

function closing(raw: string, mark: string): 'line' | 'end' | 'no' {
  const trimmed = raw.trim().replace(/^>\s*/, '');
  const sign = mark[0] ?? '`';
  if (trimmed.length >= mark.length && trimmed === sign.repeat(trimmed.length)) return 'line';
  return trimmed.endsWith(mark) && trimmed.split(mark).length === 2 ? 'end' : 'no';
}

function onlyBlank(rows: readonly string[], from: number): boolean {
  return rows.slice(from).every((row) => row.trim() === '');
}
