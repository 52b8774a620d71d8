import { canonical } from '#contract/interface/canonical.ts'
import {
  compileZones,
  type NameOf,
  type PolicySet,
  type Side,
  type TermEnvironment,
  type ZoneRecord,
} from '#policy/index.ts'
import { termEnvironmentOf } from '../rule-lists.ts'

/** What formulas of two sides look up, so that they can be asked about the same situations. */
export interface TwoSides {
  before: TermEnvironment
  after: TermEnvironment
  /** Those of both: a zone that changes is two. */
  zones: readonly ZoneRecord[]
  applications: PolicySet['applications']
  nameOf: NameOf
}

/** No id of the interface ends like that. */
const AS_IT_WAS = ' as it was'

const meaning = ({ type, status, usage, gateways }: ZoneRecord) => canonical([type, status, usage, gateways ?? []])

/** Reads two sides of a change. */
export function twoSides(before: Side, after: Side): TwoSides {
  const meanings = new Map(after.set.zones.map((zone) => [zone.id, meaning(zone)]))
  const isSame = (zone: ZoneRecord) => before.set.zones === after.set.zones || meanings.get(zone.id) === meaning(zone)
  const changed = before.set.zones.filter((zone) => !isSame(zone)).map((zone) => ({ ...zone, id: zone.id + AS_IT_WAS }))
  const own = termEnvironmentOf(after.set)
  const { scopes: others, behaviors } = termEnvironmentOf(before.set)
  const scopes = [...new Set([...own.scopes, ...others])]
  const compiled = new Map([...compileZones(before.set.zones.filter(isSame)), ...compileZones(changed)])
  const named = new Map([...compiled].map(([id, zone]) => [id.replace(AS_IT_WAS, ''), zone]))
  return {
    before: { ...own, behaviors, scopes, zones: named },
    after: { ...own, scopes },
    zones: [...after.set.zones, ...changed],
    applications: after.set.applications,
    nameOf: (id) => {
      if (!id.endsWith(AS_IT_WAS)) return after.compiled.nameOf(id)
      const name = before.compiled.nameOf(id.slice(0, -AS_IT_WAS.length))
      return name && name + AS_IT_WAS
    },
  }
}
