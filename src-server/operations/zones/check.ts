import { invalid, invalidAll } from '../../contract/api-error.ts'
import type { ErrorCause } from '../../contract/error-body.ts'
import { zoneAddressLimit, type ZoneUsage, type ZoneWrite } from '../../contract/zone.ts'
import { findCountry } from '../../expression/families/countries.ts'
import { zoneAddressProblem } from '../../policy/address-problem.ts'
import type { Unit } from '../service.ts'

type Fault = [location: string, message: string]

/** Refuses addresses, countries and numbers of addresses that will not do, all at once, each at its place. */
export function requireSoundZone(body: ZoneWrite, kind: { usage: ZoneUsage; system: boolean }): void {
  const faults = body.type === 'IP' ? addressFaults(body, zoneAddressLimit(kind)) : countryFaults(body)
  const causes = faults.map(([location, message]): ErrorCause => ({
    errorSummary: `${location}: ${message}`,
    location,
    locationType: 'body',
  }))
  if (causes.length) throw invalidAll(causes)
}

function addressFaults(body: Extract<ZoneWrite, { type: 'IP' }>, max: number): Fault[] {
  return (['gateways', 'proxies'] as const).flatMap((list): Fault[] => {
    const addresses = body[list] ?? []
    if (addresses.length > max) return [[list, `must hold at most ${max} entries`]]
    return addresses.flatMap((address, index): Fault[] => {
      const problem = zoneAddressProblem(address)
      return problem ? [[`${list}[${index}].value`, `${address.value} ${problem}`]] : []
    })
  })
}

function countryFaults({ locations }: Extract<ZoneWrite, { type: 'DYNAMIC' }>): Fault[] {
  return (locations ?? []).flatMap(({ country }, index): Fault[] =>
    findCountry(country)?.alpha2 === country
      ? []
      : [[`locations[${index}].country`, `${country} is not the ISO 3166 code of a country`]],
  )
}

/** Refuses a name that another zone has, whatever its case. */
export async function requireFreeZoneName(unit: Unit, name: string, id = ''): Promise<void> {
  if (await unit.statements.first('SELECT 1 FROM zones WHERE name = ? AND id <> ?', [name, id]))
    throw invalid('name', `another zone is named ${name}`)
}
