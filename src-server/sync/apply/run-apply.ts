import { LIMITS } from '#contract/interface/limits.ts'
import { textAt } from '#contract/sync/definition.ts'
import type { GivenSecret } from '#contract/sync/needed-secrets.ts'
import type { PlanStep, StepJournal } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { syncBases } from '#db/tables/pulls.ts'
import { syncPlans, type SyncPlanRecord, type SyncPlanStepRecord } from '#db/tables/sync-plans.ts'
import {
  assertApplicable,
  assertPairedAsPlanned,
  beginApplication,
  CANCELLED,
  begunSteps,
  endApplication,
  noteDone,
  noteStarted,
} from '#operations/connections/applications.ts'
import { listSteps, noteLosses } from '#operations/connections/plans.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import { problemOf } from '#operations/jobs/problem-of.ts'
import type { Caller } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { remoteOf } from '../remote/remotes.ts'
import type { SyncObject } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'
import { agreeAsBefore, agreeOnNewId } from './agree-as-before.ts'
import { agreeOn } from './agree.ts'
import type { StepResult } from './apply-parts.ts'
import { applyStep } from './apply-step.ts'
import { openHeaders } from './header-values.ts'
import { journalOf, NOT_AGREED } from './journal.ts'
import { lostValues } from './lost-values.ts'
import { overInterface, type PlanTarget } from './plan-target.ts'
import { RelationCheck } from './relation-check.ts'
import { StepStopped } from './step-stopped.ts'
import { TargetNames } from './target-names.ts'
import { TargetReader } from './target-reader.ts'

interface Applying {
  planId: string
  /** The secrets that a step needs, as far as they were given; absent: none. @throws StepStopped where they were, and are not known any more */
  secretsOf?: ((row: SyncPlanStepRecord) => readonly GivenSecret[]) | undefined
  /** The job that carries it out; absent: none does. */
  jobId?: string | undefined
  context: RequestContext
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** What an application has done. */
interface Applied {
  /** How many steps are done, those of earlier times among them. */
  done: number
  /** How many of them have changed the remote now. */
  written: number
}

const UNEXPECTED = 'It failed unexpectedly; the log of the service says how.'

/**
 * Carries out a plan that was confirmed where it has to be, or goes on with it. What is done stays done, wherever it ends; the workspace and the remote have agreed on it.
 * @throws RemoteError, StepStopped: the plan is then STOPPED, with the sentence as its problem; what the signal was aborted with
 */
export async function applyPlan(service: Service, applying: Applying): Promise<Applied> {
  const { planId, jobId, context, signal } = applying
  const stored = await syncPlans.require(service.reader, planId)
  const connection = await connections.require(service.reader, stored.connectionId)
  assertApplicable(stored, connection)
  await assertPairedAsPlanned(service.reader, stored)
  const remote = await remoteOf(service, service.reader, connection.id)
  const plan = await service.write(context, (tx) => beginApplication(tx, planId))
  const target = overInterface(connection.name, connection.address, remote)
  try {
    await assertSameOrganization(plan, remote)
    const applied = await new Application(service, { ...applying, plan, connection, target }).run()
    await service.write(context, (tx) => endApplication(tx, planId, { problem: null, jobId }))
    return applied
  } catch (error) {
    // The end of the service alone: its job goes on with it.
    const isOver = signal?.aborted && signal.reason !== 'CANCELLED'
    const problem = signal?.aborted ? CANCELLED : problemOf(error, UNEXPECTED)
    if (!isOver) await service.write(context, (tx) => endApplication(tx, planId, { problem, jobId }))
    throw error
  } finally {
    await remote.flush()
  }
}

/**
 * INVARIANT: nothing is written to another organization than the one that the plan has seen, wherever the connection leads by now.
 * @throws SyncError
 */
async function assertSameOrganization({ organizationId }: SyncPlanRecord, remote: Caller): Promise<void> {
  if (organizationId === null) return
  const { id, companyName } = await remote.call('getOrganization')
  if (id !== organizationId)
    throw new SyncError(
      `The remote is another organization (${companyName}) than the one that the plan was made for: plan again.`,
    )
}

interface Parts extends Applying {
  plan: SyncPlanRecord
  connection: ConnectionRecord
  target: PlanTarget
}

class Application {
  readonly #service: Service
  readonly #parts: Parts
  readonly #names: TargetNames
  readonly #reader: TargetReader
  readonly #relations: RelationCheck
  #plan: SyncPlanRecord
  /** Notes that the last step is done. WHY not at once: with the beginning of the next one the disk is waited for once, not twice. */
  #noteLast: ((tx: Tx) => Promise<SyncPlanRecord>) | null = null
  #written = 0

  constructor(service: Service, parts: Parts) {
    this.#service = service
    this.#parts = parts
    this.#plan = parts.plan
    this.#names = new TargetNames(parts.plan.terms)
    this.#reader = new TargetReader(parts.target.reader, parts.signal)
    this.#relations = new RelationCheck(this.#reader, parts.target.name)
  }

  async run(): Promise<Applied> {
    try {
      const applied = await this.#carryOutAll()
      await this.#note()
      return applied
    } catch (error) {
      // What cannot be noted is tried again by who goes on with the plan, as what was begun.
      await this.#note().catch(() => {})
      throw error
    }
  }

  async #carryOutAll(): Promise<Applied> {
    const { planId, plan, onProgress } = this.#parts
    const begun = await begunSteps(this.#service.reader, planId)
    for (const row of begun) this.#noteMade(row)
    const isDone = new Set(begun.flatMap(({ number, state }) => (state === 'DONE' ? [number] : [])))
    for (let after: string | null = '0'; after !== null;) {
      const page = await listSteps(this.#service.reader, planId, { limit: LIMITS.pullPage, after })
      for (const row of page.items) {
        if (isDone.has(row.number)) continue
        await this.#carryOut(row)
        isDone.add(row.number)
        onProgress?.(isDone.size, plan.steps)
      }
      after = page.next
    }
    await this.#relations.check()
    return { done: isDone.size, written: this.#written }
  }

  async #carryOut(row: SyncPlanStepRecord): Promise<void> {
    const { signal, target } = this.#parts
    signal?.throwIfAborted()
    const { step } = row
    await this.#relations.before(step)
    let now = row
    const onWriting = async () => {
      if (now.state !== 'WAITING') return
      const values = await lostValues(step, { caller: target.reader, signal })
      now = await this.#noteWith(async (tx) => {
        await this.#noteValues(tx, row, values)
        return noteStarted(tx, now)
      })
    }
    const { source, takesBack } = this.#plan
    const isFilledIn = source?.kind === 'FOLDER' && takesBack === null
    const given = this.#parts.secretsOf?.(row) ?? []
    const secrets = [...(await openHeaders(this.#service.secretBox, this.#plan.id, step)), ...given]
    const parts = { target, reader: this.#reader, names: this.#names, isFilledIn, secrets, signal, onWriting }
    const result = await applyStep(step, row.state === 'STARTED', parts)
    if (result.isWritten) this.#written += 1
    this.#relations.note(step, result)
    const made = madeOf(now, result)
    await this.#note()
    this.#noteLast = async (tx) => {
      const agreed = await this.#agree(tx, step, result)
      // As it was left by what was sent.
      const journal = journalOf(step, result, { isBegun: now.state === 'STARTED', agreed })
      const noted = given.length > 0 ? { secrets: given.map(({ path }) => path) } : {}
      return noteDone(tx, this.#plan, now, { made, journal: { ...journal, ...noted } })
    }
  }

  /** INVARIANT: before they are gone. */
  async #noteValues(tx: Tx, { number, step }: SyncPlanStepRecord, values: readonly SyncObject[]): Promise<void> {
    const { plan, connection } = this.#parts
    const agreedOn = async ({ kind, key }: SyncObject) =>
      plan.source ? null : ((await syncBases.get(tx, connection.id, kind, key)) ?? null)
    const about = { step: number, parent: step.parent, lacks: null, stays: true }
    const losses = []
    for (const object of values) losses.push({ ...about, object, agreed: await agreedOn(object) })
    await noteLosses(tx, plan.id, losses)
  }

  async #agree(tx: Tx, step: PlanStep, result: StepResult): Promise<StepJournal['agreed']> {
    const { id } = this.#parts.connection
    const { source, takesBack } = this.#plan
    const restored = { step, result, names: this.#names }
    if (source && takesBack !== null) await agreeOnNewId(tx, id, restored)
    if (source) return NOT_AGREED
    if (!step.agreed) return agreeOn(tx, id, step, result)
    await agreeAsBefore(tx, id, restored)
    return NOT_AGREED
  }

  /** Notes what the last step has done, if it is not noted yet, with what else there is. */
  async #noteWith<T>(also: (tx: Tx) => Promise<T>): Promise<T> {
    const noteLast = this.#noteLast
    const { plan, noted } = await this.#service.write(this.#parts.context, async (tx) => ({
      plan: noteLast ? await noteLast(tx) : this.#plan,
      noted: await also(tx),
    }))
    this.#plan = plan
    this.#noteLast = null
    return noted
  }

  async #note(): Promise<void> {
    if (this.#noteLast) await this.#noteWith(() => Promise.resolve())
  }

  /** What earlier runs have done. */
  #noteMade({ step, made, state }: SyncPlanStepRecord): void {
    if (step.act === 'order') return
    this.#names.noteLost(step)
    if (made && step.source) this.#names.note(step.kind, step.source, made)
    else if (state === 'DONE') this.#names.touch(step.kind, step.before?.id ?? '')
  }
}

/** What the target calls what a step has made. */
const madeOf = ({ step }: SyncPlanStepRecord, { after }: StepResult): SyncPlanStepRecord['made'] =>
  step.act === 'create' && after ? { key: after.key, id: after.id, appName: textAt(after.body, 'name') } : null

/** Carries out a plan in the background. */
export async function runApplication(work: JobWork<'syncApply'>): Promise<JobOutcome<'syncApply'>> {
  const { service, id, context, signal, input, report } = work
  const { planId, secrets: given = [], isOver = false } = input
  // The service has ended in between.
  if (isOver) return endOf(service, planId)
  const onProgress = (done: number, total: number) => report({ done, total })
  const secretsOf = ({ number, step }: SyncPlanStepRecord) => {
    const known = service.givenSecrets.of(id, number)
    if (known.length === 0 && given.some((one) => one.step === number)) throw notKept(step)
    return known
  }
  try {
    const { written } = await applyPlan(service, { planId, jobId: id, secretsOf, context, signal, onProgress })
    report({ facts: { written } })
    return {}
  } finally {
    service.givenSecrets.forget(id)
  }
}

/** What has come of a plan that is worked on no longer. */
async function endOf({ reader }: Service, planId: string): Promise<JobOutcome<'syncApply'>> {
  const problem = (await syncPlans.get(reader, planId))?.problem
  return problem ? { problem } : {}
}

/** WHY it stops: without the secret that was given, what the step makes would not work, and no one would look. */
const notKept = ({ kind, name }: PlanStep) =>
  new StepStopped(
    `The ${SYNCED_KINDS[kind].singular} “${name}”`,
    'needs the secret that was given for it, which the service does not keep when it restarts: go on with the plan and give it again, or leave it empty and enter it there',
  )
