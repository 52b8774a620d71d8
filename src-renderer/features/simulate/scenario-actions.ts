import { inject, type InjectionKey } from 'vue'
import type { Counterfactual } from '#contract/policy/simulation.ts'
import type { ScenarioKey } from './simulator-state.ts'
import type { Field } from '#ui/domain/sign-in.ts'

/** What the parts of a verdict can do to the sign-in they belong to. */
export interface ScenarioActions {
  /** Focuses the input of a missing field. */
  ask: (field: Field) => void
  /** Applies a counterfactual's changes to this sign-in. */
  tryHere: (changes: Counterfactual['changes']) => void
  /** Applies them to a copy and compares both; null where this sign-in is already the second. */
  tryInCompare: ((changes: Counterfactual['changes']) => void) | null
}

/** Provided by the page: the actions of each scenario. */
export const ACTIONS_OF_SCENARIO: InjectionKey<(scenario: ScenarioKey) => ScenarioActions> =
  Symbol('actions of a scenario')
/** Provided by a card to the parts of its verdict. */
export const SCENARIO_ACTIONS: InjectionKey<ScenarioActions> = Symbol('actions')

const NONE: ScenarioActions = { ask: () => undefined, tryHere: () => undefined, tryInCompare: null }

/** The actions of the scenario around a component; they do nothing outside of one. */
export function useScenarioActions(): ScenarioActions {
  return inject(SCENARIO_ACTIONS, NONE)
}
