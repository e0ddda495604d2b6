/** Option values as commander hands them over, read by kind so that nothing is assumed about them. */
export type Options = Readonly<Record<string, unknown>>;

export function flag(options: Options, name: string): boolean {
  return options[name] === true;
}

export function text(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function count(options: Options, name: string): number | undefined {
  const value = options[name];
  return typeof value === 'number' ? value : undefined;
}

/** Values of a repeatable option, in order; empty when it was not given. */
export function texts(options: Options, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
