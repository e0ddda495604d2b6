/** How a text may name somebody: as it stands, and of `Name <address>` and `address` also the parts, without a tag. */
export function spellings(text: string): readonly string[] {
  const [, name, address] = /^(.*)<([^<>]+)>\s*$/su.exec(text) ?? [];
  if (name !== undefined && address !== undefined) return [plain(name), ...spellings(address)];
  const [local, domain] = text.trim().split('@');
  if (local === undefined || domain === undefined) return [plain(text)];
  return [text, local, ...local.split('+')].map(plain);
}

/** A name without what people write now so and now otherwise: case, accents, separators. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/gu, '-');
}
