import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Decisions } from './decisions.ts'

const NONE: Decisions = new Map()

/** The decisions of each connection while the program is open; those of an earlier comparison are dropped, as what they were about may have changed. */
export const useDecisionsStore = defineStore('syncDecisions', () => {
  const all = shallowRef<ReadonlyMap<string, { comparedAt: string; decisions: Decisions }>>(new Map())

  function of(connectionId: string, comparedAt: string): Decisions {
    const known = all.value.get(connectionId)
    return known?.comparedAt === comparedAt ? known.decisions : NONE
  }
  function set(connectionId: string, comparedAt: string, decisions: Decisions) {
    all.value = new Map([...all.value, [connectionId, { comparedAt, decisions }]])
  }
  return { of, set }
})
