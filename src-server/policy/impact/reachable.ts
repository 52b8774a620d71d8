import { conditionKey, conditionTexts, reachableOf } from '../reachable.ts'
import type { OpenStep } from './steps.ts'

/** Leaves out of the steps that may apply those that never decide; what each asks for is worked out once. */
export function createReachable(): (open: readonly OpenStep[]) => OpenStep[] {
  const known = new Map<string, ReadonlySet<string>>()
  const asksOf = (step: OpenStep): ReadonlySet<string> => {
    const asks = known.get(step.name) ?? new Set(openConditions(step))
    known.set(step.name, asks)
    return asks
  }
  return (open) => reachableOf(open, asksOf)
}

const openConditions = ({ step: { policy, rule }, ofPolicy, ofRule }: OpenStep) => [
  ...textsOf(policy, ofPolicy),
  ...textsOf(rule, ofRule),
]

type Owner = OpenStep['step']['policy'] | OpenStep['step']['rule']

const textsOf = ({ conditions, record }: Owner, places: readonly number[]) =>
  conditionTexts(
    record.conditions,
    places.flatMap((place) => conditions[place]?.paths.slice(0, 1).map(({ path }) => conditionKey(path)) ?? []),
  )
