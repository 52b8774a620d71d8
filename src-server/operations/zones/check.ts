import { causeAt, invalidAll } from '#contract/interface/api-error.ts'
import {
  zoneAddressLimit,
  type ZoneLocation,
  type ZoneUsage,
  type ZoneWrite,
  type ZoneWriteOf,
} from '#contract/policy/zone.ts'
import { findCountry } from '#contract/interface/countries.ts'
import { zoneAddressProblem } from '#policy/index.ts'

type Violation = [location: string, message: string]

/** Refuses addresses, countries and numbers of addresses that will not do, all at once, each at its place. */
export function assertValidZone(body: ZoneWrite, kind: { usage: ZoneUsage; system: boolean }): void {
  const violations =
    body.type === 'IP' ? addressViolations(body, zoneAddressLimit(kind)) : placesOf(body).flatMap(unknownCountries)
  const causes = violations.map(([location, message]) => causeAt(location, message))
  if (causes.length) throw invalidAll(causes)
}

function addressViolations(body: ZoneWriteOf<'IP'>, max: number): Violation[] {
  return (['gateways', 'proxies'] as const).flatMap((list): Violation[] => {
    const addresses = body[list] ?? []
    if (addresses.length > max) return [[list, `must hold at most ${max} entries`]]
    return addresses.flatMap((address, index): Violation[] => {
      const problem = zoneAddressProblem(address)
      return problem ? [[`${list}[${index}].value`, `${address.value} ${problem}`]] : []
    })
  })
}

type Places = [location: string, places: readonly ZoneLocation[] | null | undefined]

/** The lists of places that a zone names, each with where it stands in the body. */
function placesOf(body: ZoneWriteOf<'DYNAMIC' | 'DYNAMIC_V2'>): Places[] {
  if (body.type === 'DYNAMIC') return [['locations', body.locations]]
  return (['include', 'exclude'] as const).map((side) => [`locations.${side}`, body.locations?.[side]])
}

function unknownCountries([location, places]: Places): Violation[] {
  return (places ?? []).flatMap(({ country }, index): Violation[] =>
    findCountry(country)?.alpha2 === country
      ? []
      : [[`${location}[${index}].country`, `${country} is not the ISO 3166 code of a country`]],
  )
}
