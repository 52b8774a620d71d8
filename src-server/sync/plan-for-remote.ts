import { createHash } from 'node:crypto'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { PlanRequest, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { connections } from '#db/tables/connections.ts'
import { beginPlan, finishPlan, wereInStep, writeSteps } from '#operations/connections/plans.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { readAndCompare } from './compare-with-remote.ts'
import { makePlan, type Plan } from './plan/make-plan.ts'
import { sidesOfPush } from './plan/mirror.ts'
import { isRemoval } from './plan/is-removal.ts'
import { withoutState } from './plan/without-state.ts'
import { organizationIdOf } from './pull/base.ts'
import { winnerBy } from './deciding/decide.ts'
import { SyncError } from './sync-error.ts'

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
 * Plans what makes the remote of a connection be as the workspace, and writes that down.
 * @returns the id of the plan
 * @throws as a comparison; SyncError for a plan of more steps than there may be, and where not all people of the remote are known as they are
 */
export async function planForRemote(service: Service, planning: Planning): Promise<string> {
  const { connectionId, request, context, signal } = planning
  await assertWhole(service, connectionId)
  const { ours, theirs, base, comparison } = await readAndCompare(service, { ...planning, isWhole: request.whole })
  const winner = winnerBy(request, (await wereInStep(service.reader, connectionId)) ? null : 'workspace')
  const plan = makePlan(sidesOfPush({ ours, theirs, base: base ?? null, comparison, winner }))
  const { steps, terms } = plan
  if (steps.length > LIMITS.planSteps)
    throw new SyncError(`The plan would have ${steps.length} steps; there may be ${LIMITS.planSteps} at most.`)
  const summary = { ...summaryOf(plan), unread: [...comparison.unread] }
  const digest = digestOf(plan)
  const organizationId = organizationIdOf(theirs)
  const made = { connectionId, digest, organizationId, terms, summary, steps }
  const id = await service.write(context, (tx) => beginPlan(tx, made))
  for (let at = 0; at < steps.length; at += LIMITS.pullBasePage) {
    signal?.throwIfAborted()
    await service.write(context, (tx) => writeSteps(tx, id, steps.slice(at, at + LIMITS.pullBasePage), at))
  }
  await service.write(context, (tx) => finishPlan(tx, id))
  return id
}

/** Whom a connection leaves out or hides, a plan would take for removed or changed. */
async function assertWhole(service: Service, connectionId: string): Promise<void> {
  const { name, people } = await connections.require(service.reader, connectionId)
  if (people.mode !== 'ALL')
    throw new SyncError(`${name} takes not all people of the remote as they are, so that nothing can be changed there.`)
}

type Summary = Pick<SyncPlanView, 'counts' | 'needsConfirmation' | 'conflicts' | 'refused'>

/** What a plan does, leaves and cannot do, counted. */
export function summaryOf({ steps, conflicts, refused }: Plan): Summary {
  const counts = new Map<string, SyncPlanView['counts'][number]>()
  for (const { kind, act } of steps) {
    const known = counts.get(`${kind} ${act}`) ?? { kind, act, count: 0 }
    counts.set(`${kind} ${act}`, { ...known, count: known.count + 1 })
  }
  const told = refused.slice(0, LIMITS.pullRefusals).map(({ kind, name, reason }) => ({ kind, name, reason }))
  return { counts: [...counts.values()], needsConfirmation: steps.some(isRemoval), conflicts, refused: told }
}

/** Of all that a plan would do, without what has merely happened to the objects. */
export function digestOf({ steps, terms }: Plan): string {
  const hash = createHash('sha256').update(canonical(terms))
  for (const step of steps) hash.update(canonical(essence(step)))
  return hash.digest('hex')
}

function essence(step: PlanStep): unknown {
  if (step.act === 'order') return step
  const { source, before } = step
  return { ...step, source: source && withoutState(source), before: before && withoutState(before) }
}

/** Plans in the background. */
export async function runPlan(work: JobWork<'syncPlan'>): Promise<JobOutcome<'syncPlan'>> {
  const { service, subjectId: connectionId, context, signal, input: request, report } = work
  const workspace = service.own.caller
  if (!workspace) throw new Error('the service does not serve its interface')
  const onProgress = (done: number) => report({ done })
  await planForRemote(service, { workspace, connectionId, request, context, signal, onProgress })
  return {}
}
