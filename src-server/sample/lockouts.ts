import { SUCCESS } from '#contract/log/targets.ts'
import type { Career } from './careers.ts'
import { MINUTE_MS } from './clock.ts'
import { personTarget, transactionId, workSession, type SampleEvent } from './sample-event.ts'
import type { Origin } from './networks.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { References } from './references.ts'
import type { Judge } from './verdicts.ts'
import type { Whereabouts } from './whereabouts.ts'

export interface LockoutWorld {
  judge: Judge
  references: References
  whereabouts: Whereabouts
  serviceDesk: readonly Person[]
  careers: ReadonlyMap<Person, Career>
}

/** Where a password policy sets no bound, people give up after so many. */
const PATIENCE = 10

/** Wrong passwords that lock the person out, by the password policy that reaches them. */
export function passwordAttempts(judge: Judge, person: Person, ip: string, at: number): number {
  const situation = { person, at, ip, platform: 'OTHER', registered: false, risk: 'LOW', newCity: false } as const
  const settings = judge('PASSWORD', situation)?.policy.settings as
    { password?: { lockout?: { maxAttempts?: number } } } | null | undefined
  return settings?.password?.lockout?.maxAttempts || PATIENCE
}

export function lockDraft(person: Person, at: number, origin: Origin, random: Random): SampleEvent {
  const actor = personTarget(person)
  const outcome = { result: 'FAILURE', reason: 'LOCKED_OUT' } as const
  return {
    at,
    type: 'user.account.lock',
    actor,
    origin,
    outcome,
    targets: [actor],
    transaction: transactionId(random),
    session: null,
  }
}

/** Somebody of the service desk lets the person in again. */
export function unlockDraft(
  world: LockoutWorld,
  person: Person,
  lockedAt: number,
  at: number,
  random: Random,
): SampleEvent {
  const helper = random.pick(world.serviceDesk)
  world.careers.get(person)?.locks.push([lockedAt, at])
  return {
    at,
    type: 'user.account.unlock',
    actor: personTarget(helper),
    origin: world.whereabouts.atWork(helper),
    outcome: SUCCESS,
    targets: [personTarget(person)],
    transaction: transactionId(random),
    session: workSession(helper, at),
  }
}

/** A forgotten password: wrong ones up to the bound, the lock, and, unless it lasts, the call to the service desk. */
export function lockoutDrafts(
  world: LockoutWorld,
  person: Person,
  lockedAt: number,
  lasts: boolean,
  random: Random,
): SampleEvent[] {
  const { origin } = world.whereabouts.of(person, random.chance(0.3))
  const actor = personTarget(person)
  const attempts = passwordAttempts(world.judge, person, origin.ip, lockedAt)
  const outcome = { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' } as const
  const drafts = Array.from({ length: attempts }, (_, index): SampleEvent => {
    const at = lockedAt - (attempts - index) * 11_000
    return {
      at,
      type: 'user.session.start',
      actor,
      origin,
      outcome,
      targets: [actor],
      transaction: transactionId(random),
      session: null,
      credential: 'PASSWORD',
    }
  })
  drafts.push(lockDraft(person, lockedAt, origin, random))
  if (!lasts) drafts.push(unlockDraft(world, person, lockedAt, lockedAt + (6 + random.int(90)) * MINUTE_MS, random))
  return drafts
}
