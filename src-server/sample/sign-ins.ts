import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, SUCCESS } from '#contract/log/targets.ts'
import { HOUR_MS, SECOND_MS } from './clock.ts'
import { personTarget, sessionId, transactionId, type SampleEvent } from './sample-event.ts'
import { evaluationDebug, evaluationReason } from './evaluations.ts'
import type { Journey } from './journeys.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { References } from './references.ts'
import { ACTIVITY, APPS, type AppSpec } from './resources.ts'
import type { Judge, Ruling, Situation } from './verdicts.ts'
import type { Whereabouts } from './whereabouts.ts'

/** The parts of the world that sign-ins need. */
interface SignInWorld {
  judge: Judge
  whereabouts: Whereabouts
  references: References
  /** Whether authentication policies exist, which decide application by application. */
  judgesApps: boolean
}

/** One sign-in while it is written down. */
interface Visit {
  situation: Situation
  actor: LogTarget
  random: Random
  /** Whether a second factor was given in this session. */
  proved: boolean
  write(draft: Omit<SampleEvent, 'actor' | 'origin' | 'session'> & { session?: null }): void
}

function writeEvaluation(visit: Visit, at: number, ruling: Ruling, transaction: string, app: LogTarget[] = []): void {
  const result = ruling.effect === 'CHALLENGE' && visit.proved ? 'ALLOW' : ruling.effect
  visit.write({
    at,
    type: 'policy.evaluate_sign_on',
    outcome: { result, reason: evaluationReason(result) },
    targets: [...ruling.targets, ...app],
    transaction,
    debug: evaluationDebug(visit.situation, transaction, visit.proved ? 'OTP_FACTOR' : 'PASSWORD_AS_FACTOR'),
  })
}

function writeFactor(visit: Visit, at: number, transaction: string): void {
  visit.proved = true
  const { actor } = visit
  const type = 'user.authentication.auth_via_mfa'
  visit.write({ at, type, outcome: SUCCESS, targets: [actor], transaction, credential: 'OTP' })
}

function writeStart(visit: Visit, at: number, transaction: string, failure?: string): void {
  visit.write({
    at,
    type: 'user.session.start',
    outcome: failure ? { result: 'FAILURE', reason: failure } : SUCCESS,
    targets: [visit.actor],
    transaction,
    // Who was refused has no session.
    ...(failure ? { session: null } : {}),
    credential: 'PASSWORD',
  })
}

function writeMistakes(visit: Visit, at: number, count: number): void {
  const { random } = visit
  for (let left = count; left > 0; left--)
    writeStart(visit, at - left * (9 + random.int(20)) * SECOND_MS, transactionId(random), 'INVALID_CREDENTIALS')
}

/** From the sign-in page into a session; null where the policy refuses, else when it was done. */
function enter(visit: Visit, at: number, judge: Judge): number | null {
  const { random } = visit
  const ruling = judge('SVC_SIGN_ON', visit.situation)
  let transaction = transactionId(random)
  let done = at
  if (ruling) writeEvaluation(visit, at, ruling, transaction)
  if (ruling?.effect === 'DENY') {
    writeStart(visit, at + 5, transaction, 'SIGN_ON_DENIED')
    return null
  }
  if (ruling?.effect === 'CHALLENGE') {
    done += (4 + random.int(25)) * SECOND_MS
    transaction = transactionId(random)
    writeFactor(visit, done, transaction)
  }
  writeStart(visit, done + 20, transaction)
  return done
}

/** From the session into an application. */
function openApp(visit: Visit, at: number, app: LogTarget, judge: Judge | null): void {
  const { random, situation, actor } = visit
  const transaction = transactionId(random)
  const ruling = judge?.('ACCESS_POLICY', { ...situation, at, appId: app.id })
  if (ruling) writeEvaluation(visit, at, ruling, transaction, [app])
  if (ruling?.effect === 'DENY') {
    const outcome = { result: 'DENY', reason: 'The policy of the application denies access' } as const
    const targets = [app, ...ruling.targets]
    visit.write({ at: at + 4, type: 'application.policy.sign_on.deny_access', outcome, targets, transaction })
    return
  }
  let opened = at
  if (ruling?.effect === 'CHALLENGE' && !visit.proved)
    writeFactor(visit, (opened += (5 + random.int(30)) * SECOND_MS), transaction)
  visit.write({
    at: opened + 30,
    type: 'user.authentication.sso',
    outcome: SUCCESS,
    targets: [app, actor],
    transaction,
  })
}

/** Draws applications by their appeal, none twice. */
function chooseApps(apps: readonly AppSpec[], count: number, random: Random): AppSpec[] {
  const left = [...apps]
  const chosen: AppSpec[] = []
  while (chosen.length < count && left.length > 0) {
    let roll = random.next() * left.reduce((sum, app) => sum + app.appeal, 0)
    const index = left.findIndex((app) => (roll -= app.appeal) < 0)
    chosen.push(...left.splice(Math.max(index, 0), 1))
  }
  return chosen
}

/** Which applications each person may open; worked out once for each. */
function appFinder(): (person: Person) => AppSpec[] {
  const open = APPS.filter((app) => app.status !== 'INACTIVE')
  const known = new Map<Person, AppSpec[]>()
  return (person) => {
    let apps = known.get(person)
    if (!apps) {
      apps = open.filter((app) => app.groups.some((key) => key === 'everyone' || person.groupKeys.has(key)))
      known.set(person, apps)
    }
    return apps
  }
}

/** A writer of sign-ins: each journey becomes the events that it leaves in the log, ascending. */
export function createSignIns({ judge, whereabouts, references, judgesApps }: SignInWorld, random: Random) {
  const appsOf = appFinder()
  const targets = new Map(
    APPS.map(({ key, label, name }) => [key, appTarget({ id: references.id('app', key), label, name })]),
  )

  return function draftsOf({ person, at, away, mistyped, risk }: Journey): SampleEvent[] {
    const { origin, device, registered } = whereabouts.of(person, away)
    const actor = personTarget(person)
    const session = sessionId(random)
    const newCity = away && risk !== 'LOW'
    const drafts: SampleEvent[] = []
    const visit: Visit = {
      situation: { person, at, ip: origin.ip, platform: device.platform, registered, risk, newCity },
      actor,
      random,
      proved: false,
      write: (draft) => drafts.push({ actor, origin, session, ...draft }),
    }
    writeMistakes(visit, at, mistyped)
    const entered = enter(visit, at, judge)
    if (entered === null) return drafts

    const { lengthHours } = ACTIVITY.rhythms[person.rhythm]
    const chosen = chooseApps(appsOf(person), 1 + random.int(3), random)
    // In the order of time, so that a factor once given counts for what comes after.
    const delays = chosen.map((_, index) => (index === 0 ? 30 * SECOND_MS : random.next() * lengthHours * HOUR_MS))
    delays.sort((a, b) => a - b)
    chosen.forEach((app, index) => {
      const when = Math.floor(entered + 2 * SECOND_MS + (delays[index] ?? 0))
      openApp(visit, when, targets.get(app.key) as LogTarget, judgesApps ? judge : null)
    })
    if (random.chance(ACTIVITY.signOutShare)) {
      const end = Math.floor(entered + (lengthHours + 0.1 + random.next() * 0.4) * HOUR_MS)
      const transaction = transactionId(random)
      visit.write({ at: end, type: 'user.session.end', outcome: SUCCESS, targets: [actor], transaction })
    }
    return drafts.sort((a, b) => a.at - b.at)
  }
}
