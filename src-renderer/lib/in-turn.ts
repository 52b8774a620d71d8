/**
 * Does something with each of many, a few at a time, in their order.
 * @param most how many at once
 * @returns the results, in the order of the items; the first failure is thrown, and nothing more begins then
 */
export async function inTurn<T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
  most = 6,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  let failed = false
  async function work() {
    while (next < items.length && !failed) {
      const at = next
      next += 1
      try {
        results[at] = await act(items[at] as T, at)
      } catch (thrown) {
        failed = true
        throw thrown
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work))
  return results
}
