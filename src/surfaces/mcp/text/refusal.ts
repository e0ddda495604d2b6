import type { Problem, Refusal } from '../../../domain/model/refusal.js';
import { given } from '../schema/given.js';

/** A refusal as the field `error` of an answer. */
export function refusalView({ code, message, remedy, problems }: Refusal): object {
  return {
    code,
    message,
    ...(remedy === undefined ? {} : { remedy }),
    ...(problems === undefined ? {} : { problems: problems.map(problemView) }),
  };
}

/** The same for those who read only text. */
export function refusalText({ code, message, remedy, problems = [] }: Refusal): string {
  const lines = problems.map((problem) => {
    const { key, message: what, expected, nearest } = problemView(problem);
    const hints = [
      ...(expected === undefined ? [] : [`expected ${expected}`]),
      ...(nearest === undefined ? [] : [`did you mean ${nearest}?`]),
    ];
    return `- ${key === undefined ? '' : `${key}: `}${what}${hints.length === 0 ? '' : ` (${hints.join('; ')})`}`;
  });
  return [`Refused (${code}): ${message}`, ...lines, ...(remedy === undefined ? [] : [`What to do: ${remedy}`])].join(
    '\n',
  );
}

interface ProblemView {
  readonly key?: string;
  readonly message: string;
  readonly expected?: string;
  readonly nearest?: string;
}

/** A problem in a file names its place before its key. */
function problemView({ file, line, column, key, message, expected, nearest }: Problem): ProblemView {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const where = [place, key ?? ''].filter((part) => part !== '').join(' ');
  return {
    ...(where === '' ? {} : { key: where }),
    message,
    ...given({ expected, nearest }),
  };
}
