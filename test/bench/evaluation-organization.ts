import { SIMULATED_TYPES } from '#contract/policy/simulation.ts'
import type { EvaluationContext, PolicySet, ZoneRecord } from '#policy/types.ts'

/** Parts of invented organizations, and sign-ins to them, the same in every run. */

const GROUPS = Array.from({ length: 20 }, (_, index) => `group-${index}`)
const PEOPLE = Array.from({ length: 50 }, (_, index) => `person-${index}`)
const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const
const PLATFORMS = ['IOS', 'ANDROID', 'WINDOWS', 'MACOS'] as const

/** A small generator of numbers, so that every run is the same. */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** Zones of twenty networks each. */
export function zonesOf(count: number): ZoneRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `zone-${index}`,
    name: `Zone ${index}`,
    type: 'IP',
    status: 'ACTIVE',
    usage: 'POLICY',
    gateways: Array.from({ length: 20 }, (_unused, part) => ({
      type: 'CIDR' as const,
      value: `10.${index}.${part * 2}.0/24`,
    })),
  }))
}

export type Pick = (below: number) => number

/** Sign-ins in which everything is known, to the applications and from the groups and zones of a set. */
export function signInsTo(set: PolicySet, count = 64): EvaluationContext[] {
  const pick = randomFrom(11)
  const named = set.policies.flatMap((policy) => [
    ...(policy.conditions?.people?.groups.include ?? []),
    ...policy.rules.flatMap((rule) => rule.conditions?.people?.groups?.include ?? []),
  ])
  const groups = [...new Set([...named, ...GROUPS])].filter((id) => id !== set.everyoneGroupId)
  const one = <T>(list: readonly T[]) => list[pick(list.length)] as T
  return Array.from({ length: count }, () => ({
    now: 0,
    app: one(set.applications),
    person: { id: one(PEOPLE), groupIds: [one(groups), one(groups), one(groups)], userTypeId: 'type' },
    ip: `10.${pick(10)}.${pick(50)}.${pick(256)}`,
    risk: one(LEVELS),
    device: { platform: one(PLATFORMS), registered: pick(2) === 0, managed: pick(2) === 0 },
  }))
}

/** One request asks for all types that the interface simulates. */
export const TYPES_OF_A_REQUEST = SIMULATED_TYPES
