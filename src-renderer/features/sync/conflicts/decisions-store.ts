import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Preference } from '#contract/gatehouse/pull.ts'
import type { Decisions } from './decisions.ts'

interface Decided {
  /** Which comparison they are about. */
  comparedAt: string
  decisions: Decisions
}

const NONE: Decisions = new Map()
const keyOf = (connectionId: string) => `gatehouse.syncDecisions.${connectionId}`

/** What was decided in this window before its page was loaded again; null for nothing that can be read. */
function stored(connectionId: string): Decided | null {
  try {
    const { comparedAt, decisions } = JSON.parse(sessionStorage.getItem(keyOf(connectionId)) ?? '{}') as {
      comparedAt?: string
      decisions?: [string, Preference][]
    }
    return comparedAt === undefined ? null : { comparedAt, decisions: new Map(decisions) }
  } catch {
    return null
  }
}

function store(connectionId: string, { comparedAt, decisions }: Decided): void {
  try {
    if (decisions.size === 0) sessionStorage.removeItem(keyOf(connectionId))
    else sessionStorage.setItem(keyOf(connectionId), JSON.stringify({ comparedAt, decisions: [...decisions] }))
  } catch {
    // Without room they last until the page is loaded again.
  }
}

/** The decisions of each connection while its window is open; those of an earlier comparison are dropped, as what they were about may have changed. */
export const useDecisionsStore = defineStore('syncDecisions', () => {
  const all = shallowRef<ReadonlyMap<string, Decided>>(new Map())

  function of(connectionId: string, comparedAt: string): Decisions {
    const known = all.value.get(connectionId) ?? stored(connectionId)
    return known?.comparedAt === comparedAt ? known.decisions : NONE
  }
  function set(connectionId: string, comparedAt: string, decisions: Decisions) {
    const decided = { comparedAt, decisions }
    all.value = new Map([...all.value, [connectionId, decided]])
    store(connectionId, decided)
  }
  return { of, set }
})
