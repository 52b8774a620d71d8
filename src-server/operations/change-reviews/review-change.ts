import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { translateDatabaseError } from '#db/errors.ts'
import type { SetChange } from '#policy/index.ts'
import type { Service } from '../service/service.ts'
import { invariantImpact } from '../invariants/invariant-impact.ts'
import { recordVersions } from '../versions/record-versions.ts'
import { changeBetween, statesIn } from './states.ts'
import { inStep } from './step-error.ts'

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Ends the transaction of a change that is only tried, and carries what was found by it. */
class TakenBack extends Error {
  readonly found: unknown

  constructor(found: unknown) {
    super('the change was tried and taken back')
    this.found = found
  }
}

/** Runs work in a transaction that is rolled back, so that it leaves nothing. @returns what the work returns */
export async function takenBack<Found>(write: Write, work: (tx: Tx) => Promise<Found>): Promise<Found> {
  try {
    return await write(async (tx): Promise<never> => {
      throw new TakenBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.found as Found
    throw error
  }
}

/** The same for a change that is refused: so that the refusal of what is only tried leaves no event. */
class Refused extends Error {}

/** Ends a handler after its write: what it would read then is not there. */
class StepDone extends Error {}

/** Runs the handler of a step up to the end of its write; what follows sees the versions that it makes. */
async function runStep(step: ReviewStep, at: number, tx: Tx): Promise<void> {
  const write: Write = async (work) => {
    await work(tx)
    throw new StepDone()
  }
  await step(write).catch((error: unknown) => {
    if (!(error instanceof StepDone)) throw new Refused('', { cause: inStep(at, translateDatabaseError(error)) })
  })
  await recordVersions(tx, [])
}

/** The handler of an operation, which is given the way to write. */
export type ReviewStep = (write: Write) => Promise<unknown>

/**
 * Makes a change in a transaction that is rolled back: checked, authorized and cascaded exactly as the real one, but without events,
 * hooks or a trace in the log.
 * @returns what it would change of what decides
 * @throws what the change itself would throw, with causes that name the step
 */
export async function tryChange(service: Service, write: Write, steps: readonly ReviewStep[]): Promise<SetChange> {
  try {
    return await takenBack(write, async (tx) => {
      const { before, now } = await statesIn(service, tx)
      for (const [at, step] of steps.entries()) await runStep(step, at, tx)
      return changeBetween(before, await now())
    })
  } catch (error) {
    throw error instanceof Refused ? error.cause : error
  }
}

/**
 * Whom a change affects that was tried, and which invariants it breaks; computed in a worker.
 * @param from what has to be changed first to get to what the effects are compared with; absent: the workspace as it is
 */
export async function impactOfChange(service: Service, change: SetChange, from?: SetChange) {
  const input = { engine: service.engine(), now: service.clock(), change, from }
  const { people, members, ...impact } = await service.workers.run('changeImpact', input)
  return { people, members, impact: { ...impact, ...(await invariantImpact(service, { changes: [change], from })) } }
}

/** The same, kept for a while, so that its people can be listed. */
export async function reviewChange(service: Service, change: SetChange, from?: SetChange): Promise<ChangeReview> {
  const { people, members, impact } = await impactOfChange(service, change, from)
  return { id: service.reviews.add(people, members), ...impact }
}
