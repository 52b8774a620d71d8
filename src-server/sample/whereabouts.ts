import { addressIn, originOf, registeredDevice, type Origin } from './networks.ts'
import type { Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { ACTIVITY, type DeviceSpec } from './resources.ts'

/** With what and from where somebody signs in. */
interface Spot {
  origin: Origin
  device: DeviceSpec
  registered: boolean
}

/** Each person has one place at work and one away, and a device for each; the same every time. */
export interface Whereabouts {
  of(person: Person, away: boolean): Spot
  /** At work, the way administrators and the service desk do their work. */
  atWork(person: Person): Origin
}

/** Company machines: the rest are people's own, which no one has registered. */
const MANAGED = new Set(['windows-laptop', 'mac-laptop'])
const HANDHELD = new Set(['android-tablet', 'phone'])

function chooseDevice(random: Random, away: boolean): DeviceSpec {
  const devices = away ? ACTIVITY.devices : ACTIVITY.devices.filter((device) => device.key !== 'phone')
  let roll = random.next() * devices.reduce((sum, device) => sum + device.weight, 0)
  return devices.find((device) => (roll -= device.weight) < 0) ?? (devices[0] as DeviceSpec)
}

/** Whereabouts of everybody, worked out as they are asked for. */
export function createWhereabouts(seed: string, zoneOf: (ip: string) => string | null): Whereabouts {
  const known = new Map<string, Spot>()

  function build(person: Person, away: boolean, name: string): Spot {
    const random = createRandom(`${seed}/whereabouts/${name}`)
    const device = chooseDevice(random, away)
    const employee = person.profile.userType === 'employee'
    const registered = employee && MANAGED.has(device.key) && !HANDHELD.has(device.key) && !(away && random.chance(0.4))
    const ip = addressIn(away ? ACTIVITY.homeAddresses : person.office.addresses, random)
    const provider = away ? ACTIVITY.homeProvider : ACTIVITY.companyProvider
    const described = registered ? registeredDevice(`${person.id}/${device.key}`, device, seed) : null
    return { origin: originOf(ip, person.office, provider, device, zoneOf(ip), described), device, registered }
  }

  function of(person: Person, away: boolean): Spot {
    const name = `${person.id}/${away ? 'away' : 'work'}`
    let spot = known.get(name)
    if (!spot) known.set(name, (spot = build(person, away, name)))
    return spot
  }

  return { of, atWork: (person) => of(person, false).origin }
}
