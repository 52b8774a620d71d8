import type { LogEvent } from '#contract/log/log-event.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import { type Address, parseAddress, parseZoneAddress } from '#policy/index.ts'
import { createRandom, type Random } from './random.ts'
import type { DeviceSpec, Place, Provider } from './resources.ts'
import type { SampleZone } from './types.ts'

/** What an event says of where its request came from; shared by all events from there. */
export interface Origin {
  ip: string
  client: NonNullable<LogEvent['client']>
  device: LogEvent['device']
  request: LogEvent['request']
  securityContext: NonNullable<LogEvent['securityContext']>
}

/**
 * The zone that an address belongs to, by name: the first active IP zone for policies, in order, that holds it; else
 * null. Blocklists do not count: a request from there is refused before it gets a place in the log.
 */
export function zoneFinder(zones: readonly SampleZone[]): (ip: string) => string | null {
  const ranges = zones
    .filter((zone) => zone.status === 'ACTIVE' && zone.usage === 'POLICY')
    .flatMap((zone) => (gatewaysOf(zone.definition) ?? []).map((gateway) => ({ name: zone.name, gateway })))
    .flatMap(({ name, gateway }) => {
      const range = parseZoneAddress(gateway)
      return range ? [{ name, ...range }] : []
    })
  const known = new Map<string, string | null>()

  function find(address: Address | null): string | null {
    if (address === null) return null
    const family = typeof address
    return ranges.find(({ from, to }) => typeof from === family && from <= address && address <= to)?.name ?? null
  }

  return (ip) => {
    let zone = known.get(ip)
    if (zone === undefined) known.set(ip, (zone = find(parseAddress(ip))))
    return zone
  }
}

/** An address inside one of the blocks, other than a block's first. IPv6 blocks must end in `::/112`. */
export function addressIn(blocks: readonly string[], random: Random): string {
  const [base = '', bits = '32'] = random.pick(blocks).split('/')
  if (base.includes(':')) return `${base}${(1 + random.int(0xfffe)).toString(16)}`
  const dot = base.lastIndexOf('.') + 1
  const size = 2 ** (32 - Number(bits))
  return base.slice(0, dot) + String(Number(base.slice(dot)) + 1 + random.int(size - 2))
}

const OS_PLATFORMS: Readonly<Record<string, string>> = { MACOS: 'OSX' }

/** A company device as the log describes it. */
export function registeredDevice(owner: string, spec: DeviceSpec, seed: string): NonNullable<LogEvent['device']> {
  const random = createRandom(`${seed}/device/${owner}`)
  return {
    id: `guo${random.text(17)}`,
    name: `TW-${random.text(6).toUpperCase()}`,
    os_platform: OS_PLATFORMS[spec.platform] ?? spec.platform,
    os_version: spec.os,
    managed: true,
    registered: true,
    device_integrator: null,
    disk_encryption_type: 'ALL_INTERNAL_VALUES',
    screen_lock_type: 'BIOMETRIC',
    jailbreak: false,
    secure_hardware_present: true,
  }
}

function geographyOf(place: Place) {
  const { lat, lon, city, state, country, zipCode } = place
  return { geolocation: { lat, lon }, city, state, country, postalCode: zipCode }
}

/** Describes an address once and for all. */
export function originOf(
  ip: string,
  place: Place,
  provider: Provider,
  agent: Pick<DeviceSpec, 'rawUserAgent'> & Partial<DeviceSpec>,
  zone: string | null,
  device: LogEvent['device'] = null,
): Origin {
  const geographicalContext = geographyOf(place)
  const { browser = 'UNKNOWN', os = 'Unknown', kind = 'Unknown', rawUserAgent } = agent
  return {
    ip,
    client: {
      id: null,
      userAgent: { browser, os, rawUserAgent },
      geographicalContext,
      zone,
      ipAddress: ip,
      device: kind,
    },
    device,
    request: { ipChain: [{ ip, geographicalContext, version: ip.includes(':') ? 'V6' : 'V4', source: null }] },
    securityContext: { ...provider, isProxy: false },
  }
}
