import type { OpenStep } from './prospect.ts'
import { inKeyOrder } from './steps.ts'

/**
 * Leaves out of the steps that may apply those that never decide: an earlier one asks for nothing that they do not ask for, so that it
 * decides in every case in which they would apply.
 */
export function createReachable(): (open: readonly OpenStep[]) => OpenStep[] {
  const known = new Map<string, ReadonlySet<string>>()
  const asksOf = (step: OpenStep): ReadonlySet<string> => {
    const asks = known.get(step.name) ?? new Set(openConditions(step))
    known.set(step.name, asks)
    return asks
  }
  return (open) => {
    const reached: { step: OpenStep; asks: ReadonlySet<string> }[] = []
    for (const step of open) {
      const asks = asksOf(step)
      if (!reached.some((earlier) => holdsAll(asks, earlier.asks))) reached.push({ step, asks })
    }
    return reached.map(({ step }) => step)
  }
}

type Owner = OpenStep['step']['policy'] | OpenStep['step']['rule']

/** The conditions of a step that are open, as texts. WHY not by identity: the two sides may be compiled apart. */
const openConditions = ({ step: { policy, rule }, ofPolicy, ofRule }: OpenStep) => [
  ...textsOf(policy, ofPolicy),
  ...textsOf(rule, ofRule),
]

function textsOf({ conditions, record }: Owner, places: readonly number[]): string[] {
  const values: Readonly<Record<string, unknown>> = { ...record.conditions }
  return places.map((place) => {
    const [key = ''] = conditions[place]?.paths[0]?.path.split('.') ?? []
    return inKeyOrder([key, values[key]])
  })
}

const holdsAll = (all: ReadonlySet<string>, some: ReadonlySet<string>) => [...some].every((text) => all.has(text))
