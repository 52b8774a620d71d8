import { LIMITS } from '#contract/interface/limits.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from '../apply/apply-here.ts'
import type { StepStopped } from '../apply/step-stopped.ts'
import { pairObjects, type Pairing } from '../compare/pair-objects.ts'
import { inTurns } from '../in-turns.ts'
import { planHere } from '../plan-here.ts'
import { readSide } from '../sides/read-side.ts'
import type { Snapshot } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'

/** A copy of the workspace that was made to be as a remote, so that a plan for that can be tried. */
export interface Twin {
  readonly service: Service
  readonly writer: OwnWriter
  readonly snapshot: Snapshot
  /** Its keys and ids by those of the remote. */
  readonly pairing: Pairing
  /** In what it is not as the remote, each a sentence. */
  readonly unlike: readonly string[]
}

export interface Twinning {
  /** The remote. */
  theirs: Snapshot
  signal?: AbortSignal | undefined
}

/**
 * Works with a twin of a remote; it is gone afterwards.
 * @throws SyncError where the workspace differs from the remote in too much to make one; ApiError E0000010 where there is no room for it
 */
export async function withTwin<T>(service: Service, twinning: Twinning, work: (twin: Twin) => Promise<T>): Promise<T> {
  const { host } = service.drafts
  if (!host) throw new Error('the service makes no copies of the workspace')
  return host.useCopy(async (copy) => work(await makeTwin(copy, twinning)))
}

async function makeTwin(service: Service, { theirs, signal }: Twinning): Promise<Twin> {
  const { caller, writer } = service.own
  if (!caller || !writer) throw new Error('a copy does not serve its interface')
  const unlike = await bring(service, { caller, writer, theirs, signal })
  const snapshot = await readSide(caller, { signal })
  const pairing = await inTurns(pairObjects(snapshot, theirs), signal)
  return { service, writer, snapshot, pairing, unlike }
}

interface Bringing extends Twinning {
  caller: Caller
  writer: OwnWriter
}

/**
 * Makes a copy be as a remote, as far as that can be. WHY as the service: the administrator who plans may not be there, and none takes away their own account.
 * @returns in what it is not
 */
async function bring(service: Service, { caller, writer, theirs, signal }: Bringing): Promise<string[]> {
  const { steps, terms, refused } = await planHere({ caller, source: theirs, signal })
  if (steps.length > LIMITS.twinSteps)
    throw new SyncError(
      `The workspace differs from the remote in ${steps.length} steps, more than the ${LIMITS.twinSteps} by which a twin is made: pull first.`,
    )
  const unlike = refused.map(
    ({ kind, name, reason }) => `The ${SYNCED_KINDS[kind].singular} “${name}” is not as there: ${reason}.`,
  )
  const onStopped = (_: PlanStep, { message }: StepStopped) => void unlike.push(message)
  const plan = { steps, terms }
  await service.write(systemContext(), (tx) => applyHere(service, tx, { plan, writer, signal, onStopped }))
  if (unlike.length > LIMITS.twinUnlike)
    throw new SyncError(`No twin of the remote can be made. ${unlike.slice(-3).join(' ')}`)
  return unlike
}
