import { computed, ref, type Ref } from 'vue'
import type { Counterfactual } from '#contract/policy/simulation.ts'
import type { ScenarioActions } from './scenario-actions.ts'
import type { SimulatorState, ScenarioKey } from './simulator-state.ts'
import { NOTHING, normalize, withChanges, type Field, type SignIn } from '#ui/domain/sign-in.ts'

/**
 * The one or two sign-ins of the page: which one is edited, and the actions that change them. The second starts as a
 * copy of the first.
 */
export function useScenarios(
  state: Ref<SimulatorState>,
  change: (next: Partial<SimulatorState>) => void,
  focus: (field: Field) => void,
) {
  const chosen = ref<ScenarioKey>('a')
  const comparing = computed(() => state.value.b !== null)
  const scenario = computed<ScenarioKey>({
    get: () => (comparing.value ? chosen.value : 'a'),
    set: (next) => (chosen.value = next),
  })
  const of = (which: ScenarioKey): SignIn => (which === 'b' && state.value.b) || state.value.a
  const edited = computed<SignIn>({
    get: () => of(scenario.value),
    set: (next) => (state.value = { ...state.value, [scenario.value]: next }),
  })

  /** Replaces the scenario that is edited. */
  const replace = (next: SignIn) => change({ [scenario.value]: { ...next } })

  function compareWith(next: SignIn) {
    change({ b: next })
    scenario.value = 'b'
  }

  /** The actions that the verdicts of a scenario offer. */
  function actionsOf(which: ScenarioKey): ScenarioActions {
    return {
      ask: (field) => {
        scenario.value = which
        focus(field)
      },
      tryHere: (changes: Counterfactual['changes']) => change({ [which]: withChanges(of(which), changes) }),
      tryInCompare: which === 'a' ? (changes) => compareWith(withChanges(of('a'), changes)) : null,
    }
  }

  return {
    scenario,
    comparing,
    edited,
    of,
    actionsOf,
    replace,
    reset: () => change({ [scenario.value]: { ...NOTHING }, event: null }),
    compare: () => compareWith(normalize(state.value.a)),
    swap: () => state.value.b && change({ a: state.value.b, b: state.value.a }),
    /** Ends the comparison; the scenario that is edited stays. */
    leave: () => change({ a: of(scenario.value), b: null }),
  }
}
