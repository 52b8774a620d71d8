// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useDecisionsStore } from '#ui/features/sync/conflicts/decisions-store.ts'

const [FIRST, SECOND] = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z']
const decided = new Map([['["group"]', 'remote' as const]])
/** The page is loaded again: what is in memory is gone. */
const loaded = () => {
  setActivePinia(createPinia())
  return useDecisionsStore()
}
beforeEach(() => sessionStorage.clear())

it('decisions outlive the page being loaded again, each for its connection', () => {
  loaded().set('rcn1', FIRST, decided)
  const again = loaded()
  expect(again.of('rcn1', FIRST)).toEqual(decided)
  expect(again.of('rcn2', FIRST).size).toBe(0)
})

it('decisions about another comparison are dropped', () => {
  loaded().set('rcn1', FIRST, decided)
  const again = loaded()
  expect(again.of('rcn1', SECOND).size).toBe(0)
  again.set('rcn1', SECOND, new Map([['["zone"]', 'workspace']]))
  expect(loaded().of('rcn1', FIRST).size).toBe(0)
})

it('cleared decisions leave nothing behind, and what cannot be read counts as none', () => {
  const store = loaded()
  store.set('rcn1', FIRST, decided)
  store.set('rcn1', FIRST, new Map())
  expect(sessionStorage.length).toBe(0)
  for (const text of ['{', '{"comparedAt":"x","decisions":3}', 'null']) {
    sessionStorage.setItem('gatehouse.syncDecisions.rcn1', text)
    expect(loaded().of('rcn1', 'x').size).toBe(0)
  }
})
