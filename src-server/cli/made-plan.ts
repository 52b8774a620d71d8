import { inProcessCaller } from '#http/in-process-caller.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { planStepSchema, type PlanRequest } from '#contract/gatehouse/sync-plan.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { z } from 'zod'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import { listSteps, presentEffect, requirePlan, type KnownPlan } from '#operations/connections/plans.ts'
import type { Service } from '#operations/service/service.ts'
import { planForRemote } from '#sync/plan-for-remote.ts'
import { planStepView } from '#sync/plan/plan-step-view.ts'
import { equip } from './closed-drafts.ts'
import { clearProgress, showProgress } from './command.ts'
import { changingNothing } from './interrupt.ts'

/** A step as it is printed and written to files: how far it is carried out is no part of it. */
export const plannedStepSchema = planStepSchema.omit({ state: true })
export type PlannedStep = z.output<typeof plannedStepSchema>

/** A plan that was just made, with what it was asked for. */
export interface MadePlan {
  readonly plan: KnownPlan
  readonly steps: readonly PlannedStep[]
  readonly request: PlanRequest
}

/** Plans what makes the remote of a connection be as the workspace. @throws as {@link planForRemote} */
export async function makePlanNow(
  service: Service,
  { id: connectionId }: ConnectionRecord,
  request: PlanRequest,
): Promise<MadePlan> {
  equip(service)
  const planId = await changingNothing((signal) =>
    planForRemote(service, {
      ...{ workspace: inProcessCaller(service), connectionId, request, context: systemContext(), signal },
      onProgress: (objects) => showProgress(`${objects} objects`),
    }),
  ).finally(clearProgress)
  return madePlan(service, planId, request)
}

/** A plan that is there, with its steps. */
export async function madePlan(service: Service, planId: string, request: PlanRequest = {}): Promise<MadePlan> {
  const plan = await requirePlan(service.reader, planId)
  return { plan, steps: await stepsOf(service, plan), request }
}

async function stepsOf({ reader }: Service, { id, terms }: KnownPlan): Promise<PlannedStep[]> {
  const steps: PlannedStep[] = []
  for (let after: string | null = '0'; after !== null;) {
    const page = await listSteps(reader, id, { limit: LIMITS.pullPage, after })
    steps.push(
      ...page.items.map(({ number, step, effect, journal }) => ({
        ...{ number, ...planStepView(step, terms, journal?.secrets), ...presentEffect(effect) },
      })),
    )
    after = page.next
  }
  return steps
}
