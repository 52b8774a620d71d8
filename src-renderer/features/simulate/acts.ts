import { inject, type InjectionKey } from 'vue'
import type { Remedy } from '../../../src-server/contract/simulation.ts'
import type { Side } from './bench.ts'
import type { Field } from './context.ts'

/** What a path can do to the sign-in that it belongs to. */
export interface Acts {
  /** Leads to the input of a missing field. */
  ask: (field: Field) => void
  /** Puts a remedy's changes into this sign-in. */
  tryHere: (changes: Remedy['changes']) => void
  /** Puts them into a copy that stands beside it; null where this one is already the second. */
  tryBeside: ((changes: Remedy['changes']) => void) | null
}

/** Given by the page, for each side; taken by what is drawn of its answer. */
export const ACTS_OF_SIDE: InjectionKey<(side: Side) => Acts> = Symbol('acts of a side')
export const ACTS: InjectionKey<Acts> = Symbol('acts')

const NONE: Acts = { ask: () => undefined, tryHere: () => undefined, tryBeside: null }

export function useActs(): Acts {
  return inject(ACTS, NONE)
}
