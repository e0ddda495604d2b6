/**
 * What a syntax-level comparison proved about one changed entry (SPEC 5.2). `code` means: nothing was proved, treat as code.
 * `comments`: the syntax trees without comments are equal, and no comment steers a tool (lint, type, build, licence).
 * `formatting`: the token sequences are equal. `docs`: a prose file that no tool or agent executes or obeys.
 */
export interface FileProof {
  readonly path: string;
  readonly kind: 'comments' | 'formatting' | 'docs' | 'code';
  readonly reason: string;
}
