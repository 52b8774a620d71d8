import { conditionKey, conditionTexts, makeReachable } from '../reachable.ts'
import type { OpenStep } from './steps.ts'

/** Leaves out of the steps that may apply those that never decide. */
export const createReachable = () => makeReachable((step: OpenStep) => new Set(openConditions(step)))

const openConditions = ({ step: { policy, rule }, ofPolicy, ofRule }: OpenStep) => [
  ...textsOf(policy, ofPolicy),
  ...textsOf(rule, ofRule),
]

type Owner = OpenStep['step']['policy'] | OpenStep['step']['rule']

const textsOf = (owner: Owner, places: readonly number[]) =>
  conditionTexts(owner.record.conditions, keysAt(owner, places))

/** The keys of conditions by their places. */
const keysAt = ({ conditions }: Owner, places: readonly number[]) =>
  places.flatMap((place) => conditions[place]?.paths.slice(0, 1).map(({ path }) => conditionKey(path)) ?? [])

/** The conditions that are open of a step, by their keys. */
export const openKeys = ({ step: { policy, rule }, ofPolicy, ofRule }: OpenStep) => ({
  ofPolicy: keysAt(policy, ofPolicy),
  ofRule: keysAt(rule, ofRule),
})
