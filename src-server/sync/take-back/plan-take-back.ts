import { decides } from '#contract/sync/deciding-kinds.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { syncBases } from '#db/tables/pulls.ts'
import { syncPlans, type SyncPlanRecord, type SyncPlanStepRecord } from '#db/tables/sync-plans.ts'
import { begunSteps } from '#operations/connections/applications.ts'
import { assertTakenBack, lossesOfPlan } from '#operations/connections/take-backs.ts'
import type { Service } from '#operations/service/service.ts'
import { TargetNames } from '../apply/target-names.ts'
import { TargetReader } from '../apply/target-reader.ts'
import { differenceId } from '../compare/difference-id.ts'
import { digestOf, summaryOf } from '../plan-summary.ts'
import { recordPlan, requireWhole } from '../record-plan.ts'
import { remoteOf } from '../remote/remotes.ts'
import type { EffectOfPlan } from '../review/plan-effect.ts'
import { SyncError } from '../sync-error.ts'
import { appNamesOf, inversePlan, sameTerms } from './inverse-plan.ts'
import type { DoneStep, Lost } from './inverse-steps.ts'
import { readAlong } from './read-along.ts'
import { journalOfStarted } from './resolve-started.ts'
import { sortLosses } from './sort-losses.ts'
import { readValues } from './values-back.ts'

interface TakingBack {
  planId: string
  context: RequestContext
  signal?: AbortSignal | undefined
}

/**
 * Plans what takes back all that a plan has done to its remote, by what was noted of each of its steps, and writes that down. Of the remote only what was
 * changed along is read, and the step in which the plan has stopped, if it has begun.
 * @returns the id of the new plan
 * @throws SyncError for a plan that was applied by a version that noted less; ApiError where it cannot be taken back now; RemoteError
 */
export async function planTakeBack(service: Service, { planId, context, signal }: TakingBack): Promise<string> {
  const plan = await syncPlans.require(service.reader, planId)
  const { connectionId, organizationId, source } = plan
  assertTakenBack(plan)
  await requireWhole(service, connectionId)
  const remote = await remoteOf(service, service.reader, connectionId)
  try {
    const reader = new TargetReader(remote, signal)
    const begun = await begunSteps(service.reader, planId)
    const done = await new Journal(service, plan, reader).of(begun)
    const { gone, naming, values, refused: bounded } = await lostAlong(service, plan, done)
    const inverse = inversePlan(done, {
      ...{ losses: gone, values: await readValues(values, reader), keepsIds: false },
      ...(await readAlong(naming, reader)),
    })
    const { steps } = inverse
    const refused = [...inverse.refused, ...bounded]
    const known = { ...plan.terms.appNames, ...namesOfMade(begun) }
    const terms = { ...sameTerms(steps), appNames: await appNamesOf(steps, known, reader) }
    const summary = { ...summaryOf({ steps, conflicts: [], refused }, null), unread: [] }
    const digest = digestOf({ steps, terms })
    const effects = effectOf(steps)
    const about = { connectionId, organizationId, source, takesBack: plan }
    const made = { ...about, digest, terms, steps, summary, effects, losses: [] }
    return await recordPlan(service, { context, signal }, made)
  } finally {
    await remote.flush()
  }
}

/** WHY it is not worked out: the state that the workspace would have to be brought to for it is the one that the other plan began from. */
const effectOf = (steps: readonly PlanStep[]): EffectOfPlan => ({
  whole: {
    effect: null,
    effectProblem: steps.some(({ kind }) => decides(kind))
      ? 'It affects whom the plan that it takes back has affected, the other way round.'
      : null,
  },
  steps: steps.map(() => null),
})

type Numbered = DoneStep & Pick<SyncPlanStepRecord, 'number'>

/** What the steps of a plan have done. */
class Journal {
  readonly #service: Service
  readonly #plan: SyncPlanRecord
  readonly #reader: TargetReader
  readonly #names: TargetNames

  constructor(service: Service, plan: SyncPlanRecord, reader: TargetReader) {
    this.#service = service
    this.#plan = plan
    this.#reader = reader
    this.#names = new TargetNames(plan.terms)
  }

  async of(begun: readonly SyncPlanStepRecord[]): Promise<Numbered[]> {
    const done: Numbered[] = []
    for (const row of begun) {
      const { step, made } = row
      if (made && step.act !== 'order' && step.source) this.#names.note(step.kind, step.source, made)
      const journal = row.state === 'STARTED' ? await this.#started(row) : row.journal
      if (!journal)
        throw new SyncError('The plan was applied by an earlier version, which did not note what can be taken back.')
      if (journal.isWritten) done.push({ number: row.number, step, journal })
    }
    return done
  }

  #started(row: SyncPlanStepRecord) {
    const { connectionId } = this.#plan
    const agreedOn = async ({ kind, key }: { kind: string; key: string }) =>
      (await syncBases.get(this.#service.reader, connectionId, kind, key)) ?? null
    return journalOfStarted(row, { reader: this.#reader, names: this.#names, agreedOn })
  }
}

/** What went along with what was removed, and what stayed and was changed along. */
async function lostAlong(service: Service, { id }: SyncPlanRecord, done: readonly Numbered[]) {
  // One that was begun, and has not removed anything, has changed nothing along.
  const meant = done.filter(({ step, journal }) => step.act !== 'remove' || !journal.after)
  const losses = await lossesOfPlan(
    service.reader,
    id,
    meant.map(({ number }) => number),
  )
  const lost = losses.map((loss): Lost & (typeof losses)[number] => ({
    ...loss,
    difference: differenceId(loss.object.kind, null, loss.object),
  }))
  return sortLosses(lost, meant)
}

/** Names of the applications that a plan has made, by their ids. */
const namesOfMade = (begun: readonly SyncPlanStepRecord[]): Record<string, string> =>
  Object.fromEntries(begun.flatMap(({ step, made }) => (made && step.kind === 'app' ? [[made.id, made.appName]] : [])))
