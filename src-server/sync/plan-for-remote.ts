import type { PlanRequest } from '#contract/gatehouse/sync-plan.ts'
import type { AgreedRow } from '#contract/sync/plan-step.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { pairsDigest } from '#operations/connections/pairs.ts'
import { wereInStep } from '#operations/connections/plans.ts'
import type { Caller } from '#operations/service/caller.ts'
import { rolesWithoutLimits } from '#operations/roles/roles.sql.ts'
import type { Service } from '#operations/service/service.ts'
import { readAndCompare } from './compare-with-remote.ts'
import { winnerBy } from './deciding/decide.ts'
import { namedIn } from './deciding/overruled.ts'
import { lossesOf, withFormer } from './plan/losses.ts'
import { makePlan } from './plan/make-plan.ts'
import { sidesOfPush } from './plan/mirror.ts'
import { organizationIdOf, type Base } from './pull/base.ts'
import { planPromotion } from './plan-from.ts'
import { digestOf, summaryOf } from './plan-summary.ts'
import { recordPlan, requireWhole } from './record-plan.ts'
import { effectOfPlan } from './review/plan-effect.ts'
import type { SyncObject } from './snapshot.ts'
import { effectOnTwin } from './twin/effect-on-twin.ts'

interface Planning {
  /** Reads the open workspace. */
  workspace: Caller
  connectionId: string
  request: PlanRequest
  context: RequestContext
  signal?: AbortSignal | undefined
  /** @param objects that were read so far, of both sides */
  onProgress?: (objects: number) => void
}

/**
 * Plans what makes the remote of a connection be as the workspace, or as the remote that the request names, and writes that down.
 * @returns the id of the plan
 * @throws as a comparison; SyncError for a plan of more steps than there may be, and where not all people of the remote are known as they are
 */
export function planForRemote(service: Service, planning: Planning): Promise<string> {
  const { from } = planning.request
  return from === undefined ? planPush(service, planning) : planPromotion(service, planning, from)
}

async function planPush(service: Service, planning: Planning): Promise<string> {
  const { connectionId, request, context, signal } = planning
  const connection = await requireWhole(service, connectionId)
  const { revision } = service.comparisons
  // Before it begins: what is paired meanwhile is not sure to be part of it.
  const pairs = await pairsDigest(service.reader, connectionId)
  const { ours, theirs, base, comparison } = await readAndCompare(service, { ...planning, isWhole: request.whole })
  const winner = winnerBy(request, (await wereInStep(service.reader, connectionId)) ? null : 'workspace')
  const sides = sidesOfPush({
    ...{ ours, theirs, base: base ?? null, comparison, winner, named: namedIn(request) },
    unlimited: await rolesWithoutLimits(service.reader),
  })
  const plan = makePlan(sides)
  const { steps, terms } = plan
  const compared = { ours, theirs, base }
  const tried = request.dryRun ? await effectOnTwin(service, { steps, sides, theirs, isDry: true, signal }) : null
  // What is refused on the twin may still be applied: what is known here says whether it has to be confirmed.
  const effects =
    tried?.trial?.problem === null
      ? tried.effects
      : await effectOfPlan(service, { steps, comparison, sides: compared, revision, connection, context, signal })
  return recordPlan(
    service,
    { context, signal },
    {
      ...{ connectionId, organizationId: organizationIdOf(theirs), source: null, takesBack: null },
      ...{ digest: digestOf(plan), terms, steps: withFormer(steps, theirs) },
      summary: {
        ...summaryOf(plan, effects.whole.effect),
        unread: [...comparison.unread],
        trial: tried?.trial ?? null,
        pairs,
      },
      effects,
      losses: lossesOf(steps, theirs).map((loss) => ({ ...loss, agreed: agreedOn(base, loss.object) })),
    },
  )
}

/** What both sides have agreed on about an object of the remote. */
function agreedOn(base: Base | null | undefined, { kind, key }: SyncObject): AgreedRow | null {
  const [known, ourKey] = [base?.objects.get(kind)?.get(key), base?.pairs.get(kind)?.get(key)]
  return known && ourKey !== undefined ? { ...known, ourKey } : null
}
