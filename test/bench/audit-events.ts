import { EMITTED_EVENTS, type EventType } from '#contract/log/event-types.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { createRandom, type Random } from '#sample/random.ts'

const PEOPLE = 400
const TARGETS = 5_000
const TYPES = Object.keys(EMITTED_EVENTS) as EventType[]
const BROWSERS = ['CHROME', 'FIREFOX', 'SAFARI', 'EDGE'] as const
const PLACES = ['Utrecht', 'Ghent', 'Porto', 'Turin', 'Graz', 'Bergen', 'Lyon', 'Cork'] as const
const SPAN_MS = 90 * 86_400_000

/** The first moment of the bench's log; it spans the ninety days before `END`. */
export const END = Date.parse('2026-06-01T00:00:00.000Z')

export const person = (number: number) => ({
  id: `00u${String(number).padStart(17, 'A')}`,
  type: 'User',
  alternateId: `person.${number}@example.org`,
  displayName: `Person Number${number}`,
  detailEntry: null,
})

/** Half of all events are sign-ins, and a tenth of the people does half of everything, as in real trails. */
function oneEvent(random: Random, at: number): LogEvent {
  const actor = person(Math.floor(PEOPLE * random.next() ** 3))
  const eventType = random.chance(0.5) ? 'user.session.start' : random.pick(TYPES)
  const { message, severity } = EMITTED_EVENTS[eventType]
  const ip = `198.51.${random.int(100)}.${random.int(250)}`
  const browser = random.pick(BROWSERS)
  const geographicalContext = { city: random.pick(PLACES), state: null, country: 'Somewhere', postalCode: null }
  return {
    uuid: random.uuid(),
    published: new Date(at).toISOString(),
    eventType,
    version: '0',
    severity,
    legacyEventType: null,
    displayMessage: message,
    actor,
    client: {
      id: null,
      userAgent: { browser, os: 'Windows 11', rawUserAgent: `Mozilla/5.0 (Windows NT 10.0) ${browser}/${random.int(40) + 90}` },
      geographicalContext,
      zone: random.chance(0.6) ? 'Offices' : null,
      ipAddress: ip,
      device: 'Computer',
    },
    device: null,
    request: { ipChain: [{ ip, geographicalContext, version: 'V4', source: null }] },
    outcome: random.chance(0.05) ? { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' } : { result: 'SUCCESS', reason: null },
    target: [
      { id: `0oa${String(random.int(TARGETS)).padStart(17, 'B')}`, type: 'AppInstance', alternateId: 'app', displayName: `Application ${random.int(90)}`, detailEntry: null },
    ],
    transaction: { type: 'WEB', id: random.text(24), detail: {} },
    debugContext: { debugData: { requestUri: '/api/v1/authn', requestId: random.text(24), threatSuspected: 'false' } },
    authenticationContext: {
      authenticationProvider: null, authenticationStep: 0, credentialProvider: null, credentialType: null, issuer: null,
      externalSessionId: `102${random.text(20)}`, interface: null,
    },
    securityContext: { asNumber: 64_500 + random.int(20), asOrg: null, isp: 'Example Net', domain: null, isProxy: false },
  } // prettier-ignore
}

/** A trail of so many events, oldest first; the same for the same number and seed. */
export function* makeEvents(count: number, seed = 'audit-bench'): Generator<LogEvent> {
  const random = createRandom(seed)
  for (let index = 0; index < count; index++)
    yield oneEvent(random, END - SPAN_MS + Math.floor((SPAN_MS * index) / count))
}
