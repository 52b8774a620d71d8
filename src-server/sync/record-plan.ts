import { LIMITS } from '#contract/interface/limits.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { beginPlan, finishPlan, writeLosses, writeSteps } from '#operations/connections/plans.ts'
import type { Service } from '#operations/service/service.ts'
import { withSealedHeaders } from './apply/header-values.ts'
import { assertBounded } from './plan-summary.ts'
import type { EffectOfPlan } from './review/plan-effect.ts'
import { SyncError } from './sync-error.ts'

/** Whom a connection leaves out or hides, a plan would take for removed or changed. */
export async function requireWhole(service: Service, connectionId: string): Promise<ConnectionRecord> {
  const connection = await connections.require(service.reader, connectionId)
  if (connection.people.mode !== 'ALL')
    throw new SyncError(
      `${connection.name} takes not all people of its remote as they are, so that no plan can be made with it.`,
    )
  return connection
}

type NewPlan = Omit<Parameters<typeof beginPlan>[1], 'effect'> & {
  readonly losses: Parameters<typeof writeLosses>[2]
  readonly effects: EffectOfPlan
}
interface Recording {
  context: RequestContext
  signal?: AbortSignal | undefined
}

/**
 * Writes down a plan, in parts that no other write waits for.
 * @returns its id
 * @throws SyncError for a plan of more steps than there may be
 */
export async function recordPlan(service: Service, { context, signal }: Recording, plan: NewPlan): Promise<string> {
  const { losses, effects, ...made } = plan
  const { steps } = made
  assertBounded(steps)
  const id = await service.write(context, (tx) => beginPlan(tx, { ...made, effect: effects.whole }))
  for (let at = 0; at < steps.length; at += LIMITS.pullBasePage) {
    signal?.throwIfAborted()
    const some = steps.slice(at, at + LIMITS.pullBasePage)
    const page = await Promise.all(some.map((step) => withSealedHeaders(service.secretBox, id, step)))
    await service.write(context, (tx) => writeSteps(tx, id, page, { from: at, effects: effects.steps }))
  }
  for (let at = 0; at < losses.length; at += LIMITS.pullBasePage) {
    signal?.throwIfAborted()
    await service.write(context, (tx) => writeLosses(tx, id, losses.slice(at, at + LIMITS.pullBasePage), at))
  }
  await service.write(context, (tx) => finishPlan(tx, id))
  return id
}
