import { platformIn, type Platform } from '#contract/policy/platform.ts'
import { POLICY_TYPE_NAMES, POLICY_TYPES, type PolicyType } from '#contract/policy/policy-types.ts'
import type { LogEvent, LogTarget } from '#contract/log/log-event.ts'
import { NOTHING, RISKS, type Field, type SignIn } from './sign-in.ts'
import { addressOf } from './event-text.ts'

const SIGN_IN_EVENTS = new Set([
  'user.session.start',
  'policy.evaluate_sign_on',
  'application.policy.sign_on.deny_access',
  'app.generic.unauth_app_access_attempt',
])

/** The event in which a policy says what it decided; other events of a sign-in share its transaction. */
export const EVALUATION_EVENT = 'policy.evaluate_sign_on'

/** The filter of the log that finds the sign-ins of a person, and their steps: those that they made, and those that were made as them. */
export function signInFilter(userId: string): string {
  const kinds = [...SIGN_IN_EVENTS].map((type) => `eventType eq "${type}"`)
  const types = [...kinds, 'eventType sw "user.authentication."'].join(' or ')
  return `(actor.id eq "${userId}" or target.id eq "${userId}") and (${types})`
}

/** Whether an event records a sign-in, or a step of one, that can be simulated. */
export function isSignInEvent({ eventType }: Pick<LogEvent, 'eventType'>): boolean {
  return SIGN_IN_EVENTS.has(eventType) || eventType.startsWith('user.authentication.')
}

function platformOf({ device, client }: LogEvent): Platform | null {
  const { os, rawUserAgent } = client?.userAgent ?? {}
  for (const text of [device?.os_platform, os, rawUserAgent]) {
    const found = text ? platformIn(text) : null
    if (found) return found
  }
  return null
}

/** Parts of debug data are texts such as `{reasons=none, level=LOW}`, or JSON of the same; services differ. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

function debugText({ debugContext }: LogEvent, ...keys: readonly string[]): string {
  return keys.map((key) => textOf(debugContext.debugData[key])).join(' ')
}

function riskOf(event: LogEvent): SignIn['risk'] {
  const level = /\blevel"?\s*[=:]\s*"?(\w+)/i.exec(debugText(event, 'risk', 'logOnlySecurityData'))?.[1]
  return RISKS.find((risk) => risk === level?.toUpperCase()) ?? null
}

/** The behaviors that an event records: the names of those detected; null where it records none at all. */
export function detectedBehaviors(event: LogEvent): string[] | null {
  const pairs = [...debugText(event, 'behaviors', 'logOnlySecurityData').matchAll(BEHAVIOR)]
  if (!pairs.length) return null
  return pairs.filter(([, , result]) => result === 'POSITIVE').map(([, name]) => (name ?? '').trim())
}
const BEHAVIOR = /([^{},"=:]+)"?\s*[=:]\s*"?(POSITIVE|NEGATIVE|UNKNOWN|BAD_REQUEST)/g

const ofType = (event: LogEvent, type: string): LogTarget | undefined =>
  event.target?.find((target) => target.type === type)

/** Actors of an unknown account have this id. */
const isKnown = (party: { id: string } | undefined) => party !== undefined && party.id !== 'unknown'

/** What surrounds an event and is not part of it. */
interface Surroundings {
  /** The evaluation in the same transaction, which may hold what the event lacks. */
  evaluation?: LogEvent | null
  /** Ids of the workspace's behaviors by name. */
  behaviorIds?: ReadonlyMap<string, string>
}

/** Behaviors as ids; null where one of those detected has no counterpart, because half of them would be wrong. */
function behaviorsOf(events: readonly LogEvent[], ids: ReadonlyMap<string, string>): string[] | null {
  const names = events.map(detectedBehaviors).find((found) => found !== null) ?? null
  const known = names?.flatMap((name) => ids.get(name) ?? [])
  return known && known.length === names?.length ? known : null
}

/** The first value that one of the events records. */
function first<T>(events: readonly LogEvent[], read: (event: LogEvent) => T | null | undefined): T | null {
  for (const event of events) {
    const value = read(event)
    if (value !== null && value !== undefined && value !== '') return value
  }
  return null
}

/**
 * The sign-in that an event records, for the simulator. What neither the event nor its evaluation says is not given, so
 * that conditions on it cannot be told; see {@link unrecordedFields}.
 */
export function signInOf(event: LogEvent, { evaluation = null, behaviorIds = new Map() }: Surroundings = {}): SignIn {
  const events = evaluation ? [event, evaluation] : [event]
  const person = event.actor.type === 'User' ? event.actor : ofType(event, 'User')
  return {
    ...NOTHING,
    user: isKnown(person) ? (person?.id ?? null) : null,
    identifier: isKnown(person) ? '' : (person?.alternateId ?? ''),
    app: first(events, (one) => ofType(one, 'AppInstance')?.id),
    ip: first(events, addressOf) ?? '',
    risk: first(events, riskOf),
    platform: first(events, platformOf),
    registered: first(events, ({ device }) => device?.registered),
    managed: first(events, ({ device }) => device?.managed),
    behaviors: behaviorsOf(events, behaviorIds),
  }
}

const RECORDED: readonly Field[] = ['user', 'ip', 'risk', 'platform', 'registered', 'managed', 'behaviors']

/** The inputs that a sign-in event can record and this one does not. */
export function unrecordedFields(signIn: SignIn): Field[] {
  return RECORDED.filter((field) => signIn[field] === null || signIn[field] === '')
}

/** What an event says that policies decided. */
export interface RecordedVerdict {
  /** Whether the person got in, as far as policies decide that; null where the event does not say. */
  access: 'ALLOW' | 'DENY' | null
  /** The type of policy that decided; null where the event does not say. */
  type: PolicyType | null
  policy: LogTarget | null
  rule: LogTarget | null
}

const ACCESS: Readonly<Record<string, RecordedVerdict['access']>> = {
  ALLOW: 'ALLOW',
  CHALLENGE: 'ALLOW',
  SUCCESS: 'ALLOW',
  DENY: 'DENY',
}
/** Failures by the policies' doing; any other, such as a wrong password, says nothing about them. */
const DENIED_BY_POLICY = /sign_?on[ _]denied|denied by policy|policy.*den(y|ied|ies)/i

function accessOf({ outcome: { result, reason } }: LogEvent): RecordedVerdict['access'] {
  if (result === 'FAILURE') return DENIED_BY_POLICY.test(reason ?? '') ? 'DENY' : null
  return ACCESS[result] ?? null
}

function typeLoggedAs(word: unknown): PolicyType | null {
  return POLICY_TYPE_NAMES.find((type) => POLICY_TYPES[type].loggedAs === word) ?? null
}

/** The verdict that an event records; the policy and rule may be in the evaluation of the same transaction. */
export function recordedVerdict(event: LogEvent, evaluation: LogEvent | null = null): RecordedVerdict {
  const teller = [event, ...(evaluation ? [evaluation] : [])].find((one) => ofType(one, 'PolicyEntity')) ?? event
  const policy = ofType(teller, 'PolicyEntity') ?? null
  return {
    access: accessOf(event),
    type: typeLoggedAs(policy?.detailEntry?.['policyType']),
    policy,
    rule: ofType(teller, 'PolicyRule') ?? null,
  }
}
