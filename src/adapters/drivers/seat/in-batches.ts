/** Works on all items, at most `limit` at once, and gives the results in their order. */
export async function inBatches<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
