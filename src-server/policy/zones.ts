import { holds, mergeRanges, parseZoneAddress, type Address, type AddressRange } from './address.ts'
import { NO, UNKNOWN, truth, type Truth } from './verdict.ts'
import type { ZoneRecord } from './types.ts'

/** A zone ready to be asked. Inactive zones have none of these: they hold nothing. */
export interface CompiledZone {
  id: string
  /** Whether `ALL_ZONES` counts it. */
  forPolicies: boolean
  /** By address; UNKNOWN for a dynamic zone, whose places and networks nobody can look up offline. */
  holds: (address: Address) => Truth
}

const unknowable = (): Truth => UNKNOWN

function addressTest(ranges: readonly AddressRange[]): (address: Address) => Truth {
  const v4 = mergeRanges(ranges.filter((r): r is { from: number; to: number } => typeof r.from === 'number'))
  const v6 = mergeRanges(ranges.filter((r): r is { from: bigint; to: bigint } => typeof r.from === 'bigint'))
  return (address) => truth(typeof address === 'number' ? holds(v4, address) : holds(v6, address))
}

/** Compiles the active zones by id; gateways only, because proxies say where a request went through, not where from. */
export function compileZones(zones: readonly ZoneRecord[]): Map<string, CompiledZone> {
  const compiled = new Map<string, CompiledZone>()
  for (const zone of zones) {
    if (zone.status !== 'ACTIVE') continue
    const ranges = (zone.gateways ?? []).map(parseZoneAddress).filter((range) => range !== null)
    compiled.set(zone.id, {
      id: zone.id,
      forPolicies: zone.usage === 'POLICY',
      holds: zone.type === 'DYNAMIC' ? unknowable : ranges.length > 0 ? addressTest(ranges) : () => NO,
    })
  }
  return compiled
}
