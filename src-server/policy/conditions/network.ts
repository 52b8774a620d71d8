import { ALL_ZONES, type RuleConditions } from '../../contract/conditions.ts'
import { addressOf, type Facts } from '../facts.ts'
import type { Words } from '../types.ts'
import { NO, UNKNOWN, YES, not, or, type Truth } from '../verdict.ts'
import type { CompiledZone } from '../zones.ts'
import { allOf, idList, type ConditionKind, type Environment, type PathTest } from './condition.ts'

type Network = NonNullable<RuleConditions['network']>

/** Active zones that a list stands for; deleted and inactive ones hold nothing and drop out (spec/4 §1.9.9). */
function resolve(ids: readonly string[], { zones }: Environment): CompiledZone[] {
  if (ids.includes(ALL_ZONES)) return [...zones.values()].filter((zone) => zone.forPolicies)
  return ids.map((id) => zones.get(id)).filter((zone) => zone !== undefined)
}

/** Zone ids in a context are literal; addresses are looked up in each zone. */
function inZones(zones: readonly CompiledZone[]): (facts: Facts) => Truth {
  const ids = new Set(zones.map((zone) => zone.id))
  if (zones.length === 0) return () => NO
  return (facts) => {
    if (facts.zoneIds !== null) {
      for (const id of facts.zoneIds) if (ids.has(id)) return YES
      return NO
    }
    const address = addressOf(facts)
    if (address === null) return UNKNOWN
    let found: Truth = NO
    for (const zone of zones) {
      found = or(found, zone.holds(address))
      if (found === YES) return YES
    }
    return found
  }
}

function wanted(ids: readonly string[], exclude: boolean): Words {
  const all = ids.includes(ALL_ZONES)
  return exclude
    ? all
      ? ['outside every zone']
      : ['outside ', ...idList(ids, 'or')]
    : all
      ? ['inside any zone']
      : ['inside ', ...idList(ids, 'or')]
}

function saw({ zoneIds, context }: Facts): Words {
  if (zoneIds !== null) return ['in ', ...idList(zoneIds, 'and')]
  return [context.ip ? `address ${context.ip}` : 'no address and no zone']
}

function path(side: 'include' | 'exclude', ids: readonly string[] | undefined, environment: Environment): PathTest[] {
  if (!ids?.length) return []
  const test = inZones(resolve(ids, environment))
  const exclude = side === 'exclude'
  return [
    {
      path: `network.${side}`,
      test: exclude ? (facts) => not(test(facts)) : test,
      wanted: () => wanted(ids, exclude),
      saw,
      // With an address at hand only a dynamic zone is left open, and naming the zones settles it.
      missing: (facts) => (addressOf(facts) === null ? 'policyContext.ip' : 'policyContext.zones'),
    },
  ]
}

const anywhere: PathTest = {
  path: 'network.connection',
  test: () => YES,
  wanted: () => ['anywhere'],
  saw,
  missing: () => null,
}

/** Where the request comes from (spec/4 §1.9.3). */
export const network: ConditionKind<Network> = {
  compile(condition, environment) {
    if (condition.connection === 'ANYWHERE') return allOf([anywhere])
    return allOf([
      ...path('include', condition.include, environment),
      ...path('exclude', condition.exclude, environment),
    ])
  },
  phrases: ({ connection, include, exclude }) =>
    connection === 'ANYWHERE'
      ? []
      : [
          ...(include?.length
            ? [include.includes(ALL_ZONES) ? ['from any zone'] : ['from ', ...idList(include, 'or')]]
            : []),
          ...(exclude?.length
            ? [exclude.includes(ALL_ZONES) ? ['not from any zone'] : ['not from ', ...idList(exclude, 'or')]]
            : []),
        ],
}
