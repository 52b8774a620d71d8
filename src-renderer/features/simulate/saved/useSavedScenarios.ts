import { parseScenarios, storeKey, writeScenarios } from './saved-scenarios.ts'
import { useStored } from './useStored.ts'

/** The saved scenarios of the open workspace. */
export function useSavedScenarios() {
  const { items, ...rest } = useStored({
    keyOf: storeKey,
    parse(text) {
      const { scenarios, dropped } = parseScenarios(text)
      return { items: scenarios, dropped }
    },
    write: writeScenarios,
    what: 'Saved scenarios',
  })
  return { scenarios: items, ...rest }
}
