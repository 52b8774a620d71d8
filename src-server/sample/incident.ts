import type { LogActor } from '#contract/log/log-event.ts'
import { appTarget, SUCCESS } from '#contract/log/targets.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, dayStart, inWindow } from './clock.ts'
import { personTarget, sessionId, transactionId, workSession, type SampleEvent } from './sample-event.ts'
import { evaluationDebug, evaluationReason } from './evaluations.ts'
import { lockDraft, passwordAttempts, unlockDraft, type LockoutWorld } from './lockouts.ts'
import { addressIn, originOf, type Origin } from './networks.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { ACTIVITY, APPS, ORGANIZATION } from './resources.ts'
import type { Situation } from './verdicts.ts'

const { incident } = ACTIVITY

/** The one person whose account the attackers got into: exempt from the second factor. */
const CAUGHT = 'gwen'
const ANALYST = 'tomas'
const BREAK_IN_MINUTES = 31
const SECONDS_BETWEEN_ATTEMPTS = 4

const UNKNOWN_LOGINS = ['admin', 'backup', 'captain', 'payroll', 'reception', 'scanner', 'test', 'training']

interface IncidentWorld extends LockoutWorld {
  now: number
  people: readonly Person[]
  byKey: ReadonlyMap<string, Person>
  zoneOf: (ip: string) => string | null
}

/** What every part of the incident needs. */
interface Night extends IncidentWorld {
  random: Random
  began: number
  drafts: SampleEvent[]
  nextOrigin: () => Origin
}

/** An actor that no one is: a login that was tried and does not exist. */
function stranger(name: string): LogActor {
  const alternateId = `${name}@${ORGANIZATION.emailDomain}`
  return { id: 'unknown', type: 'User', alternateId, displayName: 'unknown', detailEntry: null }
}

/** Attackers' addresses, each described once. */
function attackers(zoneOf: (ip: string) => string | null, random: Random): () => Origin {
  const known = new Map<string, Origin>()
  return () => {
    const ip = addressIn(incident.addresses, random)
    let origin = known.get(ip)
    if (!origin) known.set(ip, (origin = originOf(ip, incident.place, incident.provider, incident, zoneOf(ip))))
    return origin
  }
}

const someMoment = ({ began, random }: Night) => Math.floor(began + random.next() * incident.lengthMinutes * MINUTE_MS)

function attempt(night: Night, actor: LogActor, at: number, reason: string, origin: Origin): void {
  night.drafts.push({
    at,
    type: 'user.session.start',
    actor,
    origin,
    outcome: { result: 'FAILURE', reason },
    targets: [actor],
    transaction: transactionId(night.random),
    session: null,
    credential: 'PASSWORD',
    debug: { threatSuspected: 'true' },
  })
}

/** Tries one account until it locks; who stays locked has the moment of it written into their career. */
function lockOut(night: Night, victim: Person, stays: boolean): void {
  const { random, careers, drafts } = night
  const origin = night.nextOrigin()
  const start = someMoment(night)
  const attempts = passwordAttempts(night.judge, victim, origin.ip, start)
  const after = (count: number) => start + count * SECONDS_BETWEEN_ATTEMPTS * SECOND_MS
  for (let done = 0; done < attempts; done++)
    attempt(night, personTarget(victim), after(done), 'INVALID_CREDENTIALS', origin)
  const lockedAt = after(attempts)
  drafts.push(lockDraft(victim, lockedAt, origin, random))
  const career = careers.get(victim)
  if (stays && career) career.statusChanged = lockedAt
  if (!stays) drafts.push(unlockDraft(night, victim, lockedAt, lockedAt + (150 + random.int(300)) * MINUTE_MS, random))
}

/** The one that worked. */
function breakIn(night: Night, person: Person): void {
  const { random, drafts, references } = night
  const at = night.began + BREAK_IN_MINUTES * MINUTE_MS
  const origin = night.nextOrigin()
  const place = { ip: origin.ip, platform: 'OTHER', registered: false }
  const situation: Situation = { person, at, ...place, risk: 'HIGH', newCity: true }
  const ruling = night.judge('SVC_SIGN_ON', situation)
  const actor = personTarget(person)
  const transaction = transactionId(random)
  const shared = { actor, origin, session: sessionId(random), transaction, outcome: SUCCESS }
  if (ruling)
    drafts.push({
      ...shared,
      at,
      type: 'policy.evaluate_sign_on',
      outcome: { result: ruling.effect, reason: evaluationReason(ruling.effect) },
      targets: ruling.targets,
      debug: evaluationDebug(situation, transaction, 'PASSWORD_AS_FACTOR', true),
    })
  const debug = { threatSuspected: 'true' }
  drafts.push({ ...shared, at: at + 25, type: 'user.session.start', targets: [actor], credential: 'PASSWORD', debug })
  for (const { key, label, name } of APPS.filter((app) => app.key === 'crm')) {
    const app = appTarget({ id: references.id('app', key), label, name })
    const visit = transactionId(random)
    const when = at + 40 * SECOND_MS
    drafts.push({ ...shared, at: when, type: 'user.authentication.sso', targets: [app, actor], transaction: visit })
  }
}

/** What was done about it in the morning after. */
function cleanUp(night: Night, person: Person, analyst: Person): void {
  const { random, drafts, whereabouts, now } = night
  const morning = dayStart(now, incident.daysAgo - 1) + 10 * HOUR_MS + 50 * MINUTE_MS
  const target = personTarget(person)
  const shared = { outcome: SUCCESS, targets: [target] }
  const work = {
    ...shared,
    actor: personTarget(analyst),
    origin: whereabouts.atWork(analyst),
    session: workSession(analyst, morning),
  }
  drafts.push({ ...work, at: morning, type: 'user.session.clear', transaction: transactionId(random) })
  const reset = transactionId(random)
  drafts.push({ ...work, at: morning + MINUTE_MS, type: 'user.account.reset_password', transaction: reset })
  const changed = morning + 3 * HOUR_MS
  drafts.push({
    ...shared,
    at: changed,
    type: 'user.account.update_password',
    actor: target,
    origin: whereabouts.atWork(person),
    session: workSession(person, changed),
    transaction: transactionId(random),
  })
  const career = night.careers.get(person)
  if (career && inWindow(changed, now)) career.passwordChanged = changed
}

/** One night's password spraying: many accounts, few attempts each, some locked, one broken into. */
export function incidentDrafts(world: IncidentWorld, random: Random): SampleEvent[] {
  const { now, people, byKey } = world
  const began = dayStart(now, incident.daysAgo) + incident.startsAtUtcHour * HOUR_MS
  const night: Night = { ...world, random, began, drafts: [], nextOrigin: attackers(world.zoneOf, random) }
  const settled = people.filter(
    ({ status, newStarter, quiet, key }) => status === 'ACTIVE' && !newStarter && !quiet && key === null,
  )
  const stillLocked = people.filter(({ status }) => status === 'LOCKED_OUT').slice(0, 2)
  for (const victim of stillLocked) lockOut(night, victim, true)
  for (const victim of random.sample(settled, incident.locked - stillLocked.length)) lockOut(night, victim, false)

  const tried = random.sample(settled, 90).map(personTarget)
  const done = night.drafts.filter(({ type }) => type === 'user.session.start').length
  for (let left = incident.attempts - done; left > 0; left--) {
    const known = random.chance(0.8)
    const actor = known ? random.pick(tried) : stranger(random.pick(UNKNOWN_LOGINS))
    const reason = known ? 'INVALID_CREDENTIALS' : 'VERIFICATION_ERROR'
    attempt(night, actor, someMoment(night), reason, night.nextOrigin())
  }

  const caught = byKey.get(CAUGHT)
  const analyst = byKey.get(ANALYST)
  if (caught) breakIn(night, caught)
  if (caught && analyst) cleanUp(night, caught, analyst)
  return night.drafts
}
