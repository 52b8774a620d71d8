import { ALL_ZONES, type RuleConditions } from '#contract/policy/conditions.ts'
import { holds, mergeRanges, parseAddress, parseZoneAddress, type Address, type AddressRange } from './address.ts'
import type { PolicySet, ZoneRecord } from '../types.ts'
import { NO, UNKNOWN, YES, and, not, or, truth, type Truth } from '../verdict.ts'

type Network = NonNullable<RuleConditions['network']>

/** A zone ready to be asked. Inactive zones have none of these: they hold nothing. */
export interface CompiledZone {
  id: string
  /** Whether `ALL_ZONES` counts it. */
  forPolicies: boolean
  /** Whether no address decides it offline. */
  isDynamic: boolean
  /** By address; UNKNOWN for a dynamic zone, whose locations and networks cannot be looked up offline. */
  holds: (address: Address) => Truth
}

const unknowable = (): Truth => UNKNOWN

function addressTest(ranges: readonly AddressRange[]): (address: Address) => Truth {
  const v4 = mergeRanges(ranges.filter((r): r is { from: number; to: number } => typeof r.from === 'number'))
  const v6 = mergeRanges(ranges.filter((r): r is { from: bigint; to: bigint } => typeof r.from === 'bigint'))
  return (address) => truth(typeof address === 'number' ? holds(v4, address) : holds(v6, address))
}

/** By address alone, whatever the zone's status; gateways only, because proxies say where a request went through. */
function zoneTest({ type, gateways }: ZoneRecord): (address: Address) => Truth {
  if (type !== 'IP') return unknowable
  const ranges = (gateways ?? []).map(parseZoneAddress).filter((range) => range !== null)
  return ranges.length > 0 ? addressTest(ranges) : () => NO
}

/** WHY its addresses are read when they are first needed: most conditions name none of thousands of zones. */
function compileZone(zone: ZoneRecord): CompiledZone {
  let test: ReturnType<typeof zoneTest> | null = null
  return {
    id: zone.id,
    forPolicies: zone.usage === 'POLICY',
    isDynamic: zone.type !== 'IP',
    holds: (address) => (test ??= zoneTest(zone))(address),
  }
}

/** Compiles the active zones by id. */
export function compileZones(zones: readonly ZoneRecord[]): Map<string, CompiledZone> {
  const active = zones.filter((zone) => zone.status === 'ACTIVE')
  return new Map(active.map((zone) => [zone.id, compileZone(zone)]))
}

/** The active zones of a list; deleted and inactive ones hold nothing and drop out (spec/4 §1.9.9). */
export function zonesNamed(ids: readonly string[], zones: ReadonlyMap<string, CompiledZone>): CompiledZone[] {
  if (ids.includes(ALL_ZONES)) return [...zones.values()].filter((zone) => zone.forPolicies)
  return ids.map((id) => zones.get(id)).filter((zone) => zone !== undefined)
}

/** Whether one of the zones holds an address. */
export function holdsAddress(zones: readonly CompiledZone[], address: Address): Truth {
  let found: Truth = NO
  for (const zone of zones) {
    found = or(found, zone.holds(address))
    if (found === YES) return YES
  }
  return found
}

/** Whether a network lets an address in: in one of its included zones, where it names any, and in none of the excluded ones. */
export function networkAdmits(
  { connection, include = [], exclude = [] }: Network,
  zones: ReadonlyMap<string, CompiledZone>,
  address: Address,
): Truth {
  if (connection === 'ANYWHERE') return YES
  const inside = include.length > 0 ? holdsAddress(zonesNamed(include, zones), address) : YES
  return and(inside, not(holdsAddress(zonesNamed(exclude, zones), address)))
}

/**
 * The first active blocklist zone that holds the address, or that the context names: such a request is refused before any
 * policy (spec/4 §1.9.3, §2.4; spec/5 decision 8).
 * @returns null also without both, and for a dynamic zone that is not named, which no address decides offline
 */
export function blockedBy(
  { zones }: Pick<PolicySet, 'zones'>,
  ip: string | null | undefined,
  zoneIds: readonly string[] | null = null,
): { id: string; name: string } | null {
  const address = ip ? parseAddress(ip) : null
  const isIn = (zone: ZoneRecord) => zoneIds?.includes(zone.id) || (address !== null && zoneTest(zone)(address) === YES)
  const zone = zones.find(
    (candidate) => candidate.usage === 'BLOCKLIST' && candidate.status === 'ACTIVE' && isIn(candidate),
  )
  return zone ? { id: zone.id, name: zone.name } : null
}
