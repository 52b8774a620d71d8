import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, statusChange, SUCCESS, targetOf } from '#contract/log/targets.ts'
import { livingGroups } from './build-objects.ts'
import { couldSignIn, type Career } from './careers.ts'
import { HOUR_MS, MINUTE_MS, dayStart, inWindow, iso } from './clock.ts'
import { personTarget, transactionId, workSession, type SampleEvent } from './sample-event.ts'
import { lockoutDrafts, type LockoutWorld } from './lockouts.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { ACTIVITY, APPS } from './resources.ts'
import type { SampleAppUser } from './types.ts'

interface HousekeepingWorld extends LockoutWorld {
  now: number
  people: readonly Person[]
  administrators: readonly Person[]
}

/** What the month's routine leaves: events, and rows that must agree with them. */
interface Housekeeping {
  drafts: SampleEvent[]
  appUsers: SampleAppUser[]
}

/** The desk at which the routine is done. */
interface Desk extends HousekeepingWorld {
  random: Random
  drafts: SampleEvent[]
  /** Settled people, to whom something may happen. */
  active: readonly Person[]
  groupTargets: ReadonlyMap<string, LogTarget>
  careerOf(person: Person): Career
}

function act(desk: Desk, actor: Person, type: EventType, at: number, targets: LogTarget[], transaction?: string): void {
  desk.drafts.push({
    at,
    type,
    actor: personTarget(actor),
    origin: desk.whereabouts.atWork(actor),
    outcome: SUCCESS,
    targets,
    transaction: transaction ?? transactionId(desk.random),
    session: workSession(actor, at),
  })
}

/** In somebody's working hours, on one of the days that the log covers whole. */
function workingHour({ now, random }: Desk, person: Person): number {
  const day = dayStart(now, 1 + random.int(ACTIVITY.days - 2))
  return Math.floor(day + (8.5 + random.next() * 8) * HOUR_MS - person.office.utcOffsetMinutes * MINUTE_MS)
}

function hire(desk: Desk, person: Person): void {
  const { created, activated } = desk.careerOf(person)
  if (!inWindow(created, desk.now)) return
  const administrator = desk.random.pick(desk.administrators)
  const target = personTarget(person)
  const transaction = transactionId(desk.random)
  act(desk, administrator, 'user.lifecycle.create', created, [target], transaction)
  for (const key of person.groupKeys) {
    const group = desk.groupTargets.get(key) as LogTarget
    act(desk, administrator, 'group.user_membership.add', created + 40, [target, group], transaction)
  }
  const changeDetails = statusChange('STAGED', 'ACTIVE')
  if (activated !== null) act(desk, administrator, 'user.lifecycle.activate', activated, [{ ...target, changeDetails }])
}

const PARTINGS: Partial<Record<Person['status'], EventType>> = {
  SUSPENDED: 'user.lifecycle.suspend',
  DEPROVISIONED: 'user.lifecycle.deactivate',
  RECOVERY: 'user.account.reset_password',
}

function part(desk: Desk, person: Person): void {
  const type = PARTINGS[person.status]
  const { statusChanged } = desk.careerOf(person)
  if (!type || statusChanged === null || !inWindow(statusChanged, desk.now)) return
  const changeDetails = statusChange('ACTIVE', person.status)
  act(desk, desk.random.pick(desk.administrators), type, statusChanged, [{ ...personTarget(person), changeDetails }])
}

/** Those still locked, other than the first two, whom the incident locked; and those who were helped. */
function lockOut(desk: Desk): void {
  const { people, random, drafts, active } = desk
  for (const person of people.filter(({ status }) => status === 'LOCKED_OUT').slice(2))
    drafts.push(...lockoutDrafts(desk, person, desk.careerOf(person).statusChanged as number, true, random))
  for (const person of random.sample(active, ACTIVITY.lockouts))
    drafts.push(...lockoutDrafts(desk, person, workingHour(desk, person), false, random))
}

/** What was joined is held now; what was left is not. */
function changeMembership(desk: Desk, person: Person): void {
  const { random } = desk
  const joins = random.chance(0.6)
  const left = livingGroups().filter((group) => group.members && !person.groupKeys.has(group.key))
  const key = joins ? random.pick([...person.groupKeys]) : random.pick(left).key
  const administrator = random.pick(desk.administrators)
  const type = joins ? 'group.user_membership.add' : 'group.user_membership.remove'
  const targets = [personTarget(person), desk.groupTargets.get(key) as LogTarget]
  act(desk, administrator, type, workingHour(desk, administrator), targets)
}

/** Assigns an application to one person, or takes it away again; the row where it stays. */
function changeAssignment(desk: Desk, person: Person): SampleAppUser[] {
  const { random, references } = desk
  const app = random.pick(APPS.filter(({ status }) => status !== 'INACTIVE'))
  if (app.groups.some((key) => key === 'everyone' || person.groupKeys.has(key))) return []
  const appId = references.id('app', app.key)
  const administrator = random.pick(desk.administrators)
  const at = workingHour(desk, administrator)
  const stays = random.chance(0.65)
  const type = stays ? 'application.user_membership.add' : 'application.user_membership.remove'
  act(desk, administrator, type, at, [personTarget(person), appTarget({ id: appId, label: app.label, name: app.name })])
  const stamp = iso(at)
  return stays ? [{ appId, userId: person.id, profile: {}, created: stamp, lastUpdated: stamp }] : []
}

function changePassword(desk: Desk, person: Person): void {
  const at = workingHour(desk, person)
  const career = desk.careerOf(person)
  if (!couldSignIn(person, career, at)) return
  act(desk, person, 'user.account.update_password', at, [personTarget(person)])
  career.passwordChanged = Math.max(career.passwordChanged ?? 0, at)
}

function promote(desk: Desk, person: Person): void {
  const administrator = desk.random.pick(desk.administrators)
  const at = workingHour(desk, administrator)
  const { title } = person.profile
  const changeDetails = { from: { title: `Acting ${String(title).toLowerCase()}` }, to: { title } }
  act(desk, administrator, 'user.account.update_profile', at, [{ ...personTarget(person), changeDetails }])
  desk.careerOf(person).profileChanged = at
}

/** Everyday administration and self-service: who joined, moved, forgot a password, left. */
export function keepHouse(world: HousekeepingWorld, random: Random): Housekeeping {
  const { people, careers, references } = world
  const groupTargets = livingGroups().map(
    ({ key, name }) => [key, targetOf('group', { id: references.id('group', key), name })] as const,
  )
  const desk: Desk = {
    ...world,
    random,
    drafts: [],
    active: people.filter((person) => person.status === 'ACTIVE' && !person.quiet && !person.newStarter),
    groupTargets: new Map(groupTargets),
    careerOf: (person) => careers.get(person) as Career,
  }
  const { active, drafts } = desk
  for (const person of people) {
    hire(desk, person)
    part(desk, person)
  }
  lockOut(desk)
  for (const person of random.sample(active, ACTIVITY.membershipChanges)) changeMembership(desk, person)
  const appUsers = random.sample(active, ACTIVITY.assignmentChanges).flatMap((person) => changeAssignment(desk, person))
  // Named people keep the passwords that the stories gave them.
  const unnamed = active.filter(({ key }) => key === null)
  for (const person of random.sample(unnamed, ACTIVITY.passwordChanges)) changePassword(desk, person)
  for (const person of random.sample(active, ACTIVITY.profileUpdates)) promote(desk, person)
  return { drafts, appUsers }
}
