import { createHash } from 'node:crypto'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { PlanEffect, PlanRequest, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { planDangers } from '#contract/sync/plan-dangers.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { beginPlan, finishPlan, wereInStep, writeSteps } from '#operations/connections/plans.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { readAndCompare } from './compare-with-remote.ts'
import { makePlan, type Plan } from './plan/make-plan.ts'
import { sidesOfPush } from './plan/mirror.ts'
import { effectOfPlan } from './review/plan-effect.ts'
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
  const connection = await requireWhole(service, connectionId)
  const { revision } = service.comparisons
  const { ours, theirs, base, comparison } = await readAndCompare(service, { ...planning, isWhole: request.whole })
  const winner = winnerBy(request, (await wereInStep(service.reader, connectionId)) ? null : 'workspace')
  const plan = makePlan(sidesOfPush({ ours, theirs, base: base ?? null, comparison, winner }))
  const { steps, terms } = plan
  if (steps.length > LIMITS.planSteps)
    throw new SyncError(`The plan would have ${steps.length} steps; there may be ${LIMITS.planSteps} at most.`)
  const write = <T>(work: (tx: Tx) => Promise<T>) => service.write(context, work)
  const sides = { ours, theirs, base }
  const effects = await effectOfPlan(service, { steps, comparison, sides, revision, connection, write, signal })
  const summary = { ...summaryOf(plan, effects.whole.effect), unread: [...comparison.unread] }
  const digest = digestOf(plan)
  const organizationId = organizationIdOf(theirs)
  const made = { connectionId, digest, organizationId, terms, summary, steps, effect: effects.whole }
  const id = await write((tx) => beginPlan(tx, made))
  for (let at = 0; at < steps.length; at += LIMITS.pullBasePage) {
    signal?.throwIfAborted()
    const page = steps.slice(at, at + LIMITS.pullBasePage)
    await write((tx) => writeSteps(tx, id, page, { from: at, effects: effects.steps }))
  }
  await write((tx) => finishPlan(tx, id))
  return id
}

/** Whom a connection leaves out or hides, a plan would take for removed or changed. */
async function requireWhole(service: Service, connectionId: string): Promise<ConnectionRecord> {
  const connection = await connections.require(service.reader, connectionId)
  if (connection.people.mode !== 'ALL')
    throw new SyncError(
      `${connection.name} takes not all people of the remote as they are, so that nothing can be changed there.`,
    )
  return connection
}

type Summary = Pick<SyncPlanView, 'counts' | 'needsConfirmation' | 'conflicts' | 'refused'>

/** What a plan does, leaves and cannot do, counted. */
export function summaryOf({ steps, conflicts, refused }: Plan, effect: PlanEffect | null): Summary {
  const counts = new Map<string, SyncPlanView['counts'][number]>()
  for (const { kind, act } of steps) {
    const known = counts.get(`${kind} ${act}`) ?? { kind, act, count: 0 }
    counts.set(`${kind} ${act}`, { ...known, count: known.count + 1 })
  }
  const told = refused.slice(0, LIMITS.pullRefusals).map(({ kind, name, reason }) => ({ kind, name, reason }))
  const all = [...counts.values()]
  const needsConfirmation = planDangers({ counts: all, effect }).length > 0
  return { counts: all, needsConfirmation, conflicts, refused: told }
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
