import { conditionKey, conditionTexts, makeReachable } from '../reachable.ts'
import type { OpenStep } from './steps.ts'

/** Leaves out of the steps that may apply those that never decide. */
export const createReachable = () => makeReachable((step: OpenStep) => new Set(openConditions(step)))

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
