import { defineStore } from 'pinia'

/** States of objects by key, such as the moment of their last change. */
export type States = Readonly<Record<string, string>>

/** Of more keys the oldest are forgotten; what they were left as counts as changed by others then. */
const MAX_KNOWN = 1_000

/**
 * In which states this session has left what it changed. Its own changes of one object are a run; a state that it has not left begins
 * another one, so that who takes a change back can see whether others came in between.
 */
export const useLeftStatesStore = defineStore('left-states', () => {
  const known = new Map<string, { state: string; run: number }>()
  let runs = 0

  function put(key: string, state: string, run: number) {
    known.delete(key)
    known.set(key, { state, run })
    const [oldest] = known.size > MAX_KNOWN ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    return run
  }

  /** @returns the run that each of the states belongs to, as they are now */
  function see(states: States): Readonly<Record<string, number>> {
    return Object.fromEntries(
      Object.entries(states).map(([key, state]) => {
        const last = known.get(key)
        return [key, last?.state === state ? last.run : put(key, state, ++runs)]
      }),
    )
  }

  /** Notes what this session has just left, after it saw them. */
  function leave(states: States): void {
    for (const [key, state] of Object.entries(states)) put(key, state, known.get(key)?.run ?? ++runs)
  }

  return { see, leave }
})
