import type { CommitBy } from '../../application/ports/workspaces.js';

/** What git takes away around a name, and what no name may hold. */
const around = /^[\p{Cc} .,:;<>"\\']+|[\p{Cc} .,:;<>"\\']+$/gu;
const within = /[\p{Cc}<>]/gu;

/** The content of a commit object, whose author and committer are the one who worked. */
export function commitText(tree: string, parent: string, { name, at, message }: CommitBy): string {
  const who = name.replace(around, '').replace(within, '');
  const email = `${who.replace(/[^\w.-]+/g, '-') || 'author'}@countersign.invalid`;
  const line = `${who || 'author'} <${email}> ${Math.floor(at / 1000)} +0000`;
  return `tree ${tree}\nparent ${parent}\nauthor ${line}\ncommitter ${line}\n\n${message}`;
}
