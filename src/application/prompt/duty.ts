/** Roles of a panel's seats (SPEC 6.1) in words that say what each looks at; every other role speaks for itself. */
const duties: Readonly<Record<string, string>> = {
  spec: 'reviewer for the specification (does it do what it has to, all of it and nothing beyond, proved by tests; how it is made is for others)',
  quality:
    'reviewer for quality (is it correct, safe, clear and well made; whether it is what was asked for is for others)',
};

/** What follows "as its" in the prompt of a seat. */
export function dutyOf(role: string): string {
  return Object.hasOwn(duties, role) ? (duties[role] ?? role) : role;
}
