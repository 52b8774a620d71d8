import { ALL_ZONES, type RuleConditions } from '#contract/policy/conditions.ts'
import { change, fix, type Change, type Fix } from '../counterfactual/changes.ts'
import { SUBJECTS } from '../formula/subjects.ts'
import { allOfTerms, ALWAYS, anyOfTerms, hasOneOf, negated, type Term } from '../formula/term.ts'
import { addressOf, type Facts } from '../prepared-context.ts'
import type { TextParts } from '../types.ts'
import { NO, UNKNOWN, YES, not, type Truth } from '../verdict.ts'
import { holdsAddress, zonesNamed, type CompiledZone } from '../networks/zones.ts'
import {
  allOf,
  idList,
  type ConditionKind,
  type Environment,
  type PathTest,
  type TermEnvironment,
} from './condition.ts'

type Network = NonNullable<RuleConditions['network']>
type Exists = (id: string) => boolean

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
    return holdsAddress(zones, address)
  }
}

function expected(ids: readonly string[], exclude: boolean): TextParts {
  const all = ids.includes(ALL_ZONES)
  return exclude
    ? all
      ? ['outside every zone']
      : ['outside ', ...idList(ids, 'or')]
    : all
      ? ['inside any zone']
      : ['inside ', ...idList(ids, 'or')]
}

function actual({ zoneIds, context }: Facts): TextParts {
  if (zoneIds !== null) return zoneIds.length ? ['in ', ...idList(zoneIds, 'and')] : ['in no zone']
  return [context.ip ? `address ${context.ip}` : 'no address and no zone']
}

function path(side: 'include' | 'exclude', ids: readonly string[] | undefined, environment: Environment): PathTest[] {
  if (!ids?.length) return []
  const test = inZones(zonesNamed(ids, environment.zones))
  const exclude = side === 'exclude'
  return [
    {
      path: `network.${side}`,
      test: exclude ? (facts) => not(test(facts)) : test,
      expected: () => expected(ids, exclude),
      actual,
      // With an address at hand only a dynamic zone is left open, and naming the zones settles it.
      missing: (facts) => (addressOf(facts) === null ? 'policyContext.ip' : 'policyContext.zones'),
    },
  ]
}

/** Addresses reserved for documentation, which no zone of an organization should hold (RFC 5737). */
const ELSEWHERE = ['192.0.2.1', '198.51.100.1', '203.0.113.1']

function fromZones(ids: readonly string[], { context }: Facts): Change[] {
  const zones = change('policyContext.zones', { ids }, 'come from ', ...idList(ids, 'and'))
  return context.ip ? [change('policyContext.ip', null, 'give no address'), zones] : [zones]
}

function fromAddress(ip: string, { zoneIds }: Facts): Change[] {
  const address = change('policyContext.ip', ip, `come from ${ip}`)
  return zoneIds === null ? [address] : [change('policyContext.zones', null, 'name no zone'), address]
}

/** Literal zones where some must hold the request, an address from elsewhere where only none of some may. */
function fixesFor({ include, exclude }: Network, environment: Environment, facts: Facts, exists: Exists): Fix[] {
  const clauses = [
    ...(include?.length ? [expected(include, false)] : []),
    ...(exclude?.length ? [expected(exclude, true)] : []),
  ]
  const text: TextParts = [
    'the request would have to come from ',
    ...clauses.flatMap((clause, index) => (index ? [' and ', ...clause] : clause)),
  ]
  const out = new Set(zonesNamed(exclude ?? [], environment.zones).map(({ id }) => id))
  const remaining = (facts.zoneIds ?? []).filter((id) => !out.has(id))
  const fixBy = (changes: readonly Change[]) => fix(text, ...changes)
  if (!include?.length)
    return [
      ...(remaining.length ? [fromZones(remaining, facts)] : []),
      ...ELSEWHERE.map((ip) => fromAddress(ip, facts)),
    ].map(fixBy)
  const into = zonesNamed(include, environment.zones).find(({ id }) => !out.has(id) && exists(id))
  return [fixBy(into ? fromZones([...remaining, into.id], facts) : [])]
}

/** That one of the zones holds the request; none does where no zone is left. */
function heldBy(ids: readonly string[], { zones }: TermEnvironment): Term {
  const named = zonesNamed(ids, zones)
  return anyOfTerms(
    named.map(({ id, isDynamic }) => hasOneOf(isDynamic ? SUBJECTS.dynamicZones : SUBJECTS.zones, [id])),
  )
}

const anywhere: PathTest = {
  path: 'network.connection',
  test: () => YES,
  expected: () => ['anywhere'],
  actual,
  missing: () => null,
}

/** Where the request comes from (spec/4 §1.9.3). */
export const network: ConditionKind<Network> = {
  compile(condition, environment) {
    if (condition.connection === 'ANYWHERE') return allOf([anywhere])
    return {
      ...allOf([
        ...path('include', condition.include, environment),
        ...path('exclude', condition.exclude, environment),
      ]),
      fixes: (facts, exists) => fixesFor(condition, environment, facts, exists),
    }
  },
  term: ({ connection, include, exclude }, environment) =>
    connection === 'ANYWHERE'
      ? ALWAYS
      : allOfTerms([
          ...(include?.length ? [heldBy(include, environment)] : []),
          ...(exclude?.length ? [negated(heldBy(exclude, environment))] : []),
        ]),
  phrases: ({ connection, include, exclude }) =>
    connection === 'ANYWHERE'
      ? []
      : [
          ...(include?.length
            ? [include.includes(ALL_ZONES) ? ['from any zone'] : ['from ', ...idList(include, 'or')]]
            : []),
          ...(exclude?.length
            ? [exclude.includes(ALL_ZONES) ? ['from outside every zone'] : ['from outside ', ...idList(exclude, 'or')]]
            : []),
        ],
}
