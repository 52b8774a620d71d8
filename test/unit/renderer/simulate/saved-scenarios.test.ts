import { describe, expect, it } from 'vitest'
import {
  scenarioNamed,
  parseScenarios,
  renameScenario,
  storeKey,
  withScenario,
  withoutScenario,
  writeScenarios,
  type SavedScenario,
} from '#ui/features/simulate/saved/saved-scenarios.ts'

const saved = (name: string, user = 'u1'): SavedScenario => ({ name, query: { user } })
const names = (scenarios: readonly SavedScenario[]) => scenarios.map(({ name }) => name)

describe('saved scenarios in the browser’s store', () => {
  it('come back as they were written', () => {
    const scenarios = [saved('Contractor abroad'), saved('Night shift')]
    expect(parseScenarios(writeScenarios(scenarios))).toEqual({ scenarios, dropped: false })
  })

  it.each(['not json', '[]', 'null', '{"version":2,"contexts":[]}', '{"version":1,"contexts":[{"name":""}]}'])(
    'are dropped with a word when they are %s',
    (text) => {
      expect(parseScenarios(text)).toEqual({ scenarios: [], dropped: true })
    },
  )

  it('are none, without a word, where nothing was ever saved', () => {
    expect(parseScenarios(null)).toEqual({ scenarios: [], dropped: false })
  })

  it('belong to one workspace', () => {
    const key = (file: string) => storeKey({ organization: 'Example', file })
    expect(key('/a.sqlite')).not.toBe(key('/b.sqlite'))
  })
})

describe('a saved scenario', () => {
  const both = withScenario(withScenario([], saved('Night shift')), saved('Contractor abroad'))

  it('is found by name, whatever its capitals', () => {
    expect(names(both)).toEqual(['Contractor abroad', 'Night shift'])
    expect(scenarioNamed(both, ' night SHIFT ')?.name).toBe('Night shift')
    expect(scenarioNamed(both, 'Day shift')).toBeNull()
  })

  it('takes the place of one that has its name', () => {
    const again = withScenario(both, saved('night shift', 'u2'))
    expect(names(again)).toEqual(['Contractor abroad', 'night shift'])
    expect(scenarioNamed(again, 'Night shift')?.query).toEqual({ user: 'u2' })
  })

  it('keeps its sign-in under another name', () => {
    const renamed = renameScenario(both, 'Night shift', 'Day shift')
    expect(names(renamed)).toEqual(['Contractor abroad', 'Day shift'])
    expect(scenarioNamed(renamed, 'Day shift')?.query).toEqual({ user: 'u1' })
    expect(renameScenario(both, 'Night shift', '  ')).toEqual(both)
    expect(names(renameScenario(both, 'Night shift', 'NIGHT shift'))).toEqual(['Contractor abroad', 'NIGHT shift'])
  })

  it('is gone when it is deleted', () => {
    expect(names(withoutScenario(both, 'Night shift'))).toEqual(['Contractor abroad'])
  })
})
