import type { Policy, ReviewerLine } from '../model/policy.js';
import { agentVias } from '../model/policy-protocols.js';
import { askedDrivers, isAsked } from '../model/seat.js';

/** Who can review without any configuration, and what they can answer. */
export interface Roster {
  readonly roles: readonly string[];
  /** Criteria that the embedded reviewers answer. */
  readonly criteria: readonly string[];
  /** Criteria that they answer only where the policy names a test command. */
  readonly criteriaOfTestCommand: readonly string[];
}

/** Why no reviewer could ever approve under this policy. */
export interface Unsatisfiable {
  /** Keys to blame, the first that the file has; names of roles and agents in kebab-case. */
  readonly keys: readonly (readonly (string | number)[])[];
  readonly message: string;
  readonly expected: string;
  /** Sections of the file that it rests on beside `keys`: where one could not be read, it is not known. */
  readonly restsOn: readonly string[];
  /** Words of which one was perhaps meant instead of `word`. */
  readonly choice?: { readonly word: string; readonly allowed: readonly string[] };
}

const human = 'human';
const places = ['primary', 'backup', 'escalate'] as const;

/**
 * Checks that each gate of the policy can be passed by somebody (the checks are listed in docs/policy.md). A gate that
 * nobody can pass stops all work, and is found only when it does.
 */
export function unsatisfiable(policy: Policy, roster: Roster): Unsatisfiable[] {
  return [
    ...unknownReviewers(policy, roster),
    ...selfReviews(policy, roster),
    ...passRate(policy),
    ...confidence(policy, roster),
    ...thresholds(policy),
    ...criteria(policy, roster),
    ...gateRoles(policy),
    ...unreachable(policy),
    ...unknownSeats(policy),
    ...unknownFallbacks(policy),
  ];
}

function reviewersOf(line: ReviewerLine): string[] {
  return places.map((place) => line[place]).filter((name) => name !== undefined);
}

/** Names a reviewer may be called by. Two agents may share a role. */
function knownReviewers(policy: Policy, roster: Roster): string[] {
  const agents = Object.entries(policy.agents).flatMap(([name, agent]) => [name, agent.role]);
  return [...new Set([...roster.roles, human, ...agents])];
}

function unknownReviewers(policy: Policy, roster: Roster): Unsatisfiable[] {
  const allowed = knownReviewers(policy, roster);
  return Object.entries(policy.reviewerMatrix).flatMap(([creator, line]) =>
    places.flatMap((place) => {
      const name = line[place];
      if (name === undefined || allowed.includes(name)) return [];
      return [
        {
          keys: keysOfPlace(creator, place),
          message: `nobody can review as ${name}`,
          expected: `human, an agent of \`agents\`, or an embedded role: ${roster.roles.join(', ')}`,
          restsOn: ['agents'],
          choice: { word: name, allowed },
        },
      ];
    }),
  );
}

const otherSpelling = { primary: 'primary_reviewer', backup: 'backup_reviewer', escalate: 'escalate_to' } as const;

function keysOfPlace(creator: string, place: (typeof places)[number]): string[][] {
  return [
    ['reviewer_matrix', creator, place],
    ['reviewer_matrix', creator, otherSpelling[place]],
  ];
}

function selfReviews(policy: Policy, roster: Roster): Unsatisfiable[] {
  const agentsIn = (role: string) => Object.values(policy.agents).filter((agent) => agent.role === role).length;
  return Object.entries(policy.reviewerMatrix).flatMap(([creator, line]) => {
    // A role with a second holder can review the first; an embedded reviewer is nobody's author but its own.
    const others = agentsIn(creator) + (roster.roles.includes(creator) ? 1 : 0) > 1;
    if (others || reviewersOf(line).some((name) => name !== creator)) return [];
    return [
      {
        keys: keysOfPlace(creator, 'primary'),
        message: `${creator} would only be reviewed by itself, and an author never decides`,
        expected: 'a primary, backup or escalate other than the creator',
        restsOn: ['agents'],
      },
    ];
  });
}

function passRate(policy: Policy): Unsatisfiable[] {
  const rate = policy.standards.minChecklistPassRate;
  if (rate <= 1) return [];
  return [
    {
      keys: [['standards', 'approve', 'min_checklist_pass_rate']],
      message: `no checklist passes at a rate of ${rate}`,
      expected: 'a fraction from 0 to 1',
      restsOn: [],
    },
  ];
}

/** The embedded reviewers state fixed numbers: where only they review, a higher bar is never reached. */
function confidence(policy: Policy, roster: Roster): Unsatisfiable[] {
  const { minConfidence } = policy.standards;
  const { cleanConfidence } = policy.embedded;
  if (minConfidence <= cleanConfidence) return [];
  const stuck = Object.entries(policy.reviewerMatrix)
    .filter(
      ([, line]) => ![line.primary, line.backup].some((name) => name !== undefined && judges(policy, roster, name)),
    )
    .map(([creator]) => creator);
  if (stuck.length === 0) return [];
  return [
    {
      keys: [
        ['standards', 'approve', 'min_confidence'],
        ['embedded', 'clean_confidence'],
      ],
      message: `an approval needs confidence ${minConfidence}, but the embedded reviewers state at most ${cleanConfidence}, and nobody else reviews the work of ${stuck.join(', ')}`,
      expected: `at most ${cleanConfidence}, or an agent or human as primary or backup`,
      restsOn: ['standards', 'embedded', 'reviewer_matrix', 'agents'],
    },
  ];
}

/** Whether the name stands for somebody with a judgement of its own: a person or an agent that is not embedded. */
function judges(policy: Policy, roster: Roster, name: string): boolean {
  if (name === human) return true;
  const agents = Object.entries(policy.agents).filter(([agent, entry]) => agent === name || entry.role === name);
  // A name nobody bears is reported as such and not a second time.
  if (agents.length === 0) return !roster.roles.includes(name);
  return agents.some(([, entry]) => entry.driver !== 'embedded');
}

function thresholds(policy: Policy): Unsatisfiable[] {
  const { minConfidence, lowConfidence } = policy.standards;
  if (lowConfidence <= minConfidence) return [];
  return [
    {
      keys: [
        ['standards', 'request_changes', 'conditions'],
        ['standards', 'approve', 'min_confidence'],
      ],
      message: `confidence from ${minConfidence} approves, but below ${lowConfidence} changes are requested`,
      expected: `at most ${minConfidence}, the confidence that approves`,
      restsOn: ['standards'],
    },
  ];
}

/** A required criterion that no embedded reviewer answers needs somebody with a judgement within reach of each creator. */
function criteria(policy: Policy, roster: Roster): Unsatisfiable[] {
  const stuck = Object.keys(policy.reviewerMatrix).filter((creator) => !reachesJudgement(policy, roster, creator));
  if (stuck.length === 0) return [];
  const answered = new Set([...roster.criteria, ...(policy.testCommand === null ? [] : roster.criteriaOfTestCommand)]);
  return Object.entries(policy.criteria).flatMap(([type, list]) =>
    list
      .filter((criterion) => criterion.required && !answered.has(criterion.name))
      .map((criterion) => ({
        keys: [['criteria', type, 'required', criterion.name]],
        message: `nobody can answer the required ${criterion.name}: no embedded reviewer does, and the work of ${stuck.join(', ')} reaches no agent and no person`,
        expected: 'human or an agent in these lines of reviewer_matrix, or the criterion as optional',
        restsOn: ['reviewer_matrix', 'agents', 'test_command'],
      })),
  );
}

/** Follows the escalation from line to line: architect's question may end with a person. */
function reachesJudgement(policy: Policy, roster: Roster, creator: string): boolean {
  const seen = new Set<string>();
  let at: string | undefined = creator;
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    const line: ReviewerLine | undefined = policy.reviewerMatrix[at] ?? policy.reviewerMatrix['*'];
    if (line === undefined) return false;
    if (reviewersOf(line).some((name) => judges(policy, roster, name))) return true;
    at = line.escalate;
  }
  return false;
}

function gateRoles(policy: Policy): Unsatisfiable[] {
  const { enabled, coderAgent, reviewerAgent } = policy.gate;
  if (!enabled || coderAgent === null || coderAgent !== reviewerAgent) return [];
  return [
    {
      keys: [['overlays', 'agentic_review', 'reviewer_agent']],
      message: `${coderAgent} would review its own work`,
      expected: 'a reviewer_agent other than the coder_agent',
      restsOn: ['overlays'],
    },
  ];
}

/** An agent that a driver can't reach would only ever fail. */
function unreachable(policy: Policy): Unsatisfiable[] {
  return Object.entries(policy.agents).flatMap(([name, { driver, via }]) => {
    const allowed = viasOf(driver);
    const word = via ?? name;
    if (via === undefined && (driver === 'command' || allowed.length === 0)) return [];
    // An agent of this protocol may be started by a command line that only the user's configuration knows.
    if (allowed.includes(word) || (via === undefined && driver === 'acp')) return [];
    const choice = allowed.length === 0 ? undefined : { word, allowed };
    return [
      {
        keys: [
          ['agents', name, 'via'],
          ['agents', name, 'driver'],
        ],
        message:
          via === undefined
            ? `the driver ${driver} does not know what ${name} is reached through`
            : `the driver ${driver} reaches nobody through ${via}`,
        expected: allowed.length === 0 ? 'no `via` here' : `\`via\` with one of ${allowed.join(', ')}`,
        restsOn: [],
        ...(choice && { choice }),
      },
    ];
  });
}

function viasOf(driver: string): readonly string[] {
  return Object.entries(agentVias).find(([name]) => name === driver)?.[1] ?? [];
}

/** Seats are taken at once, so only who can be asked can have one. */
function unknownSeats(policy: Policy): Unsatisfiable[] {
  const allowed = Object.entries(policy.agents).flatMap(([name, { driver }]) => (isAsked(driver) ? [name] : []));
  return policy.seats.flatMap((name, index) =>
    allowed.includes(name)
      ? []
      : [
          {
            keys: [['seats', index], ['seats']],
            message: `${name} can't be asked for an opinion`,
            expected: `an agent of \`agents\` with the driver ${askedDrivers.join(', ')}`,
            restsOn: ['agents'],
            choice: { word: name, allowed },
          },
        ],
  );
}

/** Somebody who comes by itself can't be called in the place of another, and who is asked at once needs nobody in its place. */
function unknownFallbacks(policy: Policy): Unsatisfiable[] {
  const allowed = Object.entries(policy.agents).flatMap(([name, { driver }]) => (isAsked(driver) ? [name] : []));
  return Object.entries(policy.agents).flatMap(([name, { driver, fallback = [] }]): Unsatisfiable[] => {
    const keys = [['agents', name, 'fallback']];
    if (fallback.length > 0 && driver !== 'mcp')
      return [
        {
          keys,
          message: `${name} has the driver ${driver}, and a fallback is for an agent that comes by itself`,
          expected: 'no `fallback` here, or the driver mcp',
          restsOn: [],
        },
      ];
    return fallback
      .filter((each) => !allowed.includes(each))
      .map((each) => ({
        keys,
        message: `${each} can't be called in the place of ${name}`,
        expected: `an agent of \`agents\` with the driver ${askedDrivers.join(', ')}`,
        restsOn: ['agents'],
        choice: { word: each, allowed },
      }));
  });
}
