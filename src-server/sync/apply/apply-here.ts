import type { GivenSecret } from '#contract/sync/needed-secrets.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import type { Plan } from '../plan/make-plan.ts'
import { reasonOf, refusalOf } from '../pull/write-page.ts'
import type { ApplyParts, StepResult } from './apply-parts.ts'
import { applyStep } from './apply-step.ts'
import { inTransaction } from './plan-target.ts'
import { RelationCheck } from './relation-check.ts'
import { StepStopped } from './step-stopped.ts'
import { TargetNames } from './target-names.ts'
import { TargetReader } from './target-reader.ts'

interface ApplyingHere {
  readonly plan: Pick<Plan, 'steps' | 'terms'>
  readonly writer: OwnWriter
  /** See {@link ApplyParts.isFilledIn}. */
  readonly isFilledIn?: boolean
  /** See {@link ApplyParts.since}. */
  readonly since?: string
  /** Whether new objects get the ids that the source has for them; absent: they do. */
  readonly keepsIds?: boolean | undefined
  /** Told of a step that stops and is left out, with all that it did; absent: the run stops there. */
  readonly onStopped?: (step: PlanStep, stopped: StepStopped, number: number) => void
  /** The secrets that a step needs, as far as they are known; absent: none. */
  readonly secretsOf?: (step: PlanStep, number: number) => readonly GivenSecret[] | undefined
  readonly signal?: AbortSignal | undefined
  /** Told before a step is carried out. */
  readonly beforeStep?: (step: PlanStep, number: number) => Promise<void>
  /** Told once a step is done, so that what it has changed can be seen. */
  readonly onStep?: (step: PlanStep, number: number, result: StepResult) => Promise<void>
}

/**
 * Carries out a plan in the workspace, by the same steps as elsewhere, in a transaction that is under way. Each step leaves the events of its
 * operations.
 * @returns how many steps have changed something
 * @throws StepStopped where the workspace refuses a step or is not as the plan saw it: the transaction must not be kept then
 */
export async function applyHere(
  service: Pick<Service, 'url'>,
  tx: Tx,
  { plan, writer, isFilledIn = false, keepsIds = true, since, secretsOf, signal, ...told }: ApplyingHere,
): Promise<number> {
  const { beforeStep, onStep, onStopped } = told
  const target = inTransaction(writer, service.url(), tx, keepsIds)
  const reader = new TargetReader(target.reader, signal)
  const relations = new RelationCheck(reader, target.name)
  const names = new TargetNames(plan.terms)
  const onWriting = () => Promise.resolve()
  const all: ApplyParts = {
    target,
    reader,
    names,
    isFilledIn,
    ...(since !== undefined && { since }),
    signal,
    onWriting,
  }
  let written = 0
  for (const [at, step] of plan.steps.entries()) {
    signal?.throwIfAborted()
    await relations.before(step)
    await beforeStep?.(step, at + 1)
    const parts = { ...all, secrets: secretsOf?.(step, at + 1) }
    const result = onStopped ? await tried(step, parts, { tx, number: at + 1, onStopped }) : await carryOut(step, parts)
    if (!result) continue
    relations.note(step, result)
    if (result.isWritten) written += 1
    await onStep?.(step, at + 1, result)
  }
  await relations.check()
  return written
}

/** @returns null for a step that has stopped, of which nothing stays */
async function tried(
  step: PlanStep,
  parts: ApplyParts,
  { tx, number, onStopped }: { tx: Tx; number: number } & Required<Pick<ApplyingHere, 'onStopped'>>,
): Promise<StepResult | null> {
  try {
    return await tx.attempt(() => carryOut(step, parts))
  } catch (error) {
    const stopped = stoppedBy(error, step)
    parts.reader.forget()
    onStopped(step, stopped, number)
    return null
  }
}

/** @throws StepStopped with the reason of the workspace, in place of its refusal */
async function carryOut(step: PlanStep, parts: ApplyParts): Promise<StepResult> {
  try {
    return await applyStep(step, false, parts)
  } catch (error) {
    throw stoppedBy(error, step)
  }
}

/** A refusal of the workspace as what stops a step. @throws any other error */
function stoppedBy(error: unknown, step: PlanStep): StepStopped {
  if (error instanceof StepStopped) return error
  const about =
    step.act === 'order'
      ? `${step.name}${step.parent === null ? '' : ` of “${step.parent}”`}`
      : `The ${SYNCED_KINDS[step.kind].singular} “${step.name}”`
  const refusal = refusalOf(error)
  const [cause, other] = refusal.causes
  const why = reasonOf(refusal)
  const field = other ? null : (cause?.location ?? null)
  return new StepStopped(about, `cannot be written: ${why}`, { why, field })
}
