/** Whether a value holds more objects and lists inside one another. Level by level: what is to be bounded must not be walked by recursion. */
export function isDeeperThan(depth: number, value: unknown): boolean {
  let level = [value]
  for (let passed = 0; passed <= depth; passed++) {
    level = level.flatMap((inner) => (inner !== null && typeof inner === 'object' ? Object.values(inner) : []))
    if (level.length === 0) return false
  }
  return true
}
