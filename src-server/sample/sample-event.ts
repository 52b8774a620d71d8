import { kindCalled, KINDS } from '#contract/kinds.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogActor, LogEvent, LogOutcome, LogTarget } from '#contract/log/log-event.ts'
import { makeLogEvent } from '#contract/log/make-event.ts'
import { userTarget } from '#contract/log/targets.ts'
import { DAY_MS, iso } from './clock.ts'
import type { Origin } from './networks.ts'
import type { Person } from './people.ts'
import { createRandom, type Random } from './random.ts'

/** An event of the sample before it is made: small, because the whole month of them is held at once to be sorted. */
export interface SampleEvent {
  /** Milliseconds since the epoch. */
  at: number
  type: EventType
  actor: LogActor
  /** Null for work that the service does by itself. */
  origin: Origin | null
  outcome: LogOutcome
  targets: LogTarget[]
  /** Shared by the events of one request. */
  transaction: string
  /** Shared by the events of one session. */
  session: string | null
  credential?: 'PASSWORD' | 'OTP'
  debug?: Record<string, unknown>
}

const TRANSACTION_LENGTH = 27
const SESSION_LENGTH = 25

/** Ids of requests and sessions, as in events. */
export const transactionId = (random: Random) => random.text(TRANSACTION_LENGTH)
export const sessionId = (random: Random) => random.text(SESSION_LENGTH)

/** The session in which somebody does a day's administration. */
export function workSession(person: Person, at: number): string {
  return sessionId(createRandom(`session/${person.id}/${Math.floor(at / DAY_MS)}`))
}

const targets = new WeakMap<Person, LogTarget>()

/** The person as actor or target; one object for each. */
export function personTarget(person: Person): LogTarget {
  let target = targets.get(person)
  if (!target) {
    const { id, displayName } = person
    target = userTarget({ id, login: person.profile.login, displayName })
    targets.set(person, target)
  }
  return target
}

/** Where the service was asked, by event; the rest came through the management interface, at the last of the targets. */
const REQUEST_URIS: Partial<Record<EventType, string>> = {
  'user.session.start': '/login/identify',
  'user.session.end': '/login/signout',
  'user.authentication.auth_via_mfa': '/login/challenge',
  'policy.evaluate_sign_on': '/login/identify',
  'user.account.lock': '/login/identify',
  'user.account.update_password': '/login/password',
}

/** The address of an object that an event is about. */
function addressOf({ type, id }: LogTarget): string {
  const kind = kindCalled('targetType', type)
  return `${(kind && KINDS[kind].path) ?? KINDS.user.path}/${id}`
}

function requestUri({ type, targets }: SampleEvent): string {
  const [first] = targets
  const last = targets.at(-1)
  const isVisit = type === 'user.authentication.sso' || type === 'application.policy.sign_on.deny_access'
  if (isVisit && first) return `/home/${first.alternateId}/${first.id}`
  const known = REQUEST_URIS[type]
  if (known || !last) return known ?? '/api/v1'
  if (last.type === 'PolicyRule') return `/api/v1/policies/${last.alternateId}/rules/${last.id}`
  return addressOf(last)
}

function debugDataOf(draft: SampleEvent): Record<string, unknown> {
  if (!draft.origin) return draft.debug ?? {}
  const uri = requestUri(draft)
  return { requestId: draft.transaction, requestUri: uri, url: uri, ...draft.debug }
}

function authenticationOf({ origin, credential, session }: SampleEvent): LogEvent['authenticationContext'] {
  if (!origin) return null
  return {
    authenticationProvider: credential ? PROVIDERS[credential] : null,
    authenticationStep: 0,
    credentialProvider: credential ? 'SVC_CREDENTIAL_PROVIDER' : null,
    credentialType: credential ?? null,
    issuer: null,
    externalSessionId: session,
    interface: null,
  }
}
const PROVIDERS = { OTP: 'FACTOR_PROVIDER', PASSWORD: 'SVC_AUTHENTICATION_PROVIDER' } as const

/** The event that the log returns. */
export function toLogEvent(draft: SampleEvent, random: Random): LogEvent {
  const { origin } = draft
  return makeLogEvent({
    uuid: random.uuid(),
    published: iso(draft.at),
    eventType: draft.type,
    actor: draft.actor,
    client: origin?.client ?? null,
    device: origin?.device ?? null,
    request: origin?.request ?? { ipChain: [] },
    outcome: draft.outcome,
    target: draft.targets,
    transaction: { type: origin ? 'WEB' : 'JOB', id: draft.transaction, detail: {} },
    debugData: debugDataOf(draft),
    authenticationContext: authenticationOf(draft),
    securityContext: origin?.securityContext ?? null,
  })
}
