import type { Problem, Refusal } from '../../domain/model/refusal.js';

/** A client's file that can't be added to; `block` is what the user can add by hand. */
export function unreadable(path: string, problem: Omit<Problem, 'file'>, block: string): Refusal {
  return {
    refused: true,
    code: 'config_unreadable',
    message: `the server can not be registered in ${path}`,
    remedy: `mend the file and run \`countersign init\` again, or add by hand:\n${block}`,
    problems: [{ file: path, ...problem }],
  };
}
