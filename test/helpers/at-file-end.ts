/** What helpers have to put away when a test file is done, the latest first. */
const cleanUps: (() => unknown)[] = []

/**
 * Has something done at the end of every test file. WHY not `afterAll` in a helper: test files of a worker share its modules, so that it
 * would only be heard by the first one.
 */
export function atFileEnd(cleanUp: () => unknown): void {
  cleanUps.unshift(cleanUp)
}

/** For the setup of test files. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = []
  for (const cleanUp of cleanUps)
    try {
      await cleanUp()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new AggregateError(failures, 'what a test file opened could not be put away')
}
