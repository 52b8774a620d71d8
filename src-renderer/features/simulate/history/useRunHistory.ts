import { useStored } from '../saved/useStored.ts'
import { historyKey, parseRuns, withRun, writeRuns, type Run } from './run-history.ts'

/** The simulations that were run in the open workspace, the newest first. */
export function useRunHistory() {
  const { items, problem, write } = useStored({
    keyOf: historyKey,
    parse: parseRuns,
    write: writeRuns,
    what: 'Past runs',
  })
  return {
    runs: items,
    problem,
    add: (run: Omit<Run, 'at'>) => write(withRun(items.value, { ...run, at: new Date().toISOString() })),
    clear: () => write([]),
    restore: (runs: readonly Run[]) => write([...runs]),
  }
}
