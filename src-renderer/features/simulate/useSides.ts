import { computed, ref, type Ref } from 'vue'
import type { Remedy } from '../../../src-server/contract/simulation.ts'
import type { Acts } from './acts.ts'
import type { Bench, Side } from './bench.ts'
import { NOTHING, normalize, withChanges, type Field, type SignIn } from './context.ts'

/**
 * The one or two sign-ins of the page: which is edited, and all that changes them in one stroke. The second begins as a
 * copy of the first.
 */
export function useSides(bench: Ref<Bench>, change: (next: Partial<Bench>) => void, focus: (field: Field) => void) {
  const chosen = ref<Side>('a')
  const comparing = computed(() => bench.value.b !== null)
  const side = computed<Side>({
    get: () => (comparing.value ? chosen.value : 'a'),
    set: (next) => (chosen.value = next),
  })
  const of = (which: Side): SignIn => (which === 'b' && bench.value.b) || bench.value.a
  const edited = computed<SignIn>({
    get: () => of(side.value),
    set: (next) => (bench.value = { ...bench.value, [side.value]: next }),
  })

  /** Takes another sign-in whole, for the side that is edited. */
  const replace = (next: SignIn) => change({ [side.value]: { ...next } })

  function beside(next: SignIn) {
    change({ b: next })
    side.value = 'b'
  }

  /** What the path of a side's answer can do to it. */
  function actsOf(which: Side): Acts {
    return {
      ask: (field) => {
        side.value = which
        focus(field)
      },
      tryHere: (changes: Remedy['changes']) => change({ [which]: withChanges(of(which), changes) }),
      tryBeside: which === 'a' ? (changes) => beside(withChanges(of('a'), changes)) : null,
    }
  }

  return {
    side,
    comparing,
    edited,
    of,
    actsOf,
    replace,
    reset: () => replace({ ...NOTHING }),
    compare: () => beside(normalize(bench.value.a)),
    swap: () => bench.value.b && change({ a: bench.value.b, b: bench.value.a }),
    /** Leaves the comparison; the one that is edited stays. */
    leave: () => change({ a: of(side.value), b: null }),
  }
}
