import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { isId } from '#contract/interface/ids.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import type { WriteCall } from '#contract/sync/writing.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { translateDatabaseError } from '#db/errors.ts'
import { UnusedId } from '#db/ids.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import type { OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { lift } from '../apply/last-limit.ts'
import type { SyncObject } from '../snapshot.ts'
import { writeByUseCase } from './own-use-cases.ts'
import { setState, stateChangeOf, type StateChange } from './states.ts'
import type { Step } from '../deciding/steps.ts'

/** One thing of a page: an object, a place in a list, or what happened to an object of ours. */
export type Entry =
  /** One that is made gets the id of theirs, unless another object here has that. */
  | { readonly what: 'step'; readonly step: Step; readonly getsOwnId?: boolean }
  | { readonly what: 'move'; readonly of: SyncObject; readonly calls: readonly WriteCall[] }
  | { readonly what: 'state'; readonly of: SyncObject; readonly change: StateChange }

export interface PageWriting {
  readonly service: Service
  readonly writer: OwnWriter
  readonly context: RequestContext
  readonly connection: ConnectionRecord
  readonly signal: AbortSignal | undefined
  /** Whether conditions may name what is not here: nothing more comes. */
  readonly keepsDangling: boolean
  /** Told of what the workspace refuses, which is left out. */
  readonly onRefused: (entry: Entry, reason: string) => void
  readonly onWritten: (entry: Entry) => void
}

/**
 * Writes entries of one kind, some in each transaction, which leaves one event. Where one is refused, those of its transaction are written one by
 * one.
 * @throws ApiError E0000010 where the file cannot be written
 */
export async function writeEntries(kind: SyncKind, entries: readonly Entry[], writing: PageWriting): Promise<void> {
  for (let at = 0; at < entries.length; at += LIMITS.pullPage) {
    writing.signal?.throwIfAborted()
    await writePage(kind, entries.slice(at, at + LIMITS.pullPage), writing)
  }
}

async function writePage(kind: SyncKind, page: readonly Entry[], writing: PageWriting): Promise<void> {
  try {
    await writing.service.write(writing.context, (tx) => writeAll(tx, kind, page, writing))
    for (const entry of page) writing.onWritten(entry)
  } catch (error) {
    const refusal = refusalOf(error)
    const [only] = page
    // It went with something else.
    if (page.length === 1 && only && isRemoval(only) && refusal.code === 'E0000007') return
    if (page.length === 1 && only) writing.onRefused(only, reasonOf(refusal))
    else for (const entry of page) await writePage(kind, [entry], writing)
  }
}

/** Why the workspace does not take something. @throws anything else, such as that the disk is full */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof UnusedId) return invalid('id', 'nothing new was made of it: it is there already')
  const told = translateDatabaseError(error)
  if (!(told instanceof ApiError) || told.code === 'E0000010') throw told
  return told
}

/** Why something was refused, in one line. */
export const reasonOf = ({ causes, message }: ApiError) =>
  causes.map(({ errorSummary }) => errorSummary).join('; ') || message
const isRemoval = (entry: Entry) => entry.what === 'step' && entry.step.act === 'remove'

async function writeAll(
  tx: Tx,
  kind: SyncKind,
  page: readonly Entry[],
  { writer, connection, keepsDangling }: PageWriting,
): Promise<void> {
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.pull', targets, 'never')
  const writeThem = async () => {
    for (const entry of page) await writeEntry(tx, entry, writer)
  }
  await tx.asOne(writeThem, { keepsDangling })
  const count = (act: string) => page.filter((entry) => entry.what === 'step' && entry.step.act === act).length
  const counts = {
    created: count('create'),
    changed: page.length - count('create') - count('remove'),
    removed: count('remove'),
  }
  tx.record({ type: 'gatehouse.connection.pull', targets, debugData: { kind, ...counts } })
}

async function writeEntry(tx: Tx, entry: Entry, writer: OwnWriter): Promise<void> {
  if (entry.what === 'state') return setState(tx, entry.change)
  if (entry.what === 'move') {
    for (const { operation, ...parts } of entry.calls) await writer.write(tx, operation, parts)
    return
  }
  await writeStep(tx, entry.step, writer, !entry.getsOwnId)
}

/** Writes one object. @param keepsIds whether a new one gets the id of theirs @returns its id */
export async function writeStep(tx: Tx, step: Step, writer: OwnWriter, keepsIds = true): Promise<string> {
  const call = ({ operation, ...parts }: WriteCall) => writer.write(tx, operation, parts)
  if (step.theirs) return create(tx, step, step.theirs, { call, keepsIds })
  if (!(await writeByUseCase(tx, step))) await callAll(tx, step, call)
  return step.target.id
}

/** Sends the calls of a step; where they would take the last limit of something away, which is refused, what lifts it. */
async function callAll(tx: Tx, { calls, lifting }: Step, call: Call): Promise<void> {
  const send = async (some: readonly WriteCall[]) => {
    for (const one of some) await call(one)
  }
  if (!lifting) return send(calls)
  await lift(lifting, { remove: () => tx.attempt(() => send(calls)), send })
}

type Call = (call: WriteCall) => Promise<unknown>

interface Creating {
  call: Call
  keepsIds: boolean
}

/** Makes an object, with the id of theirs and what has happened to it: in one transaction it has one version. */
async function create(tx: Tx, step: Step, theirs: SyncObject, { call, keepsIds }: Creating): Promise<string> {
  const { kind, target, calls } = step
  const { afterwards, ...writing } = SYNC_WRITES[kind]
  const idKind = typeof writing.idKind === 'function' ? writing.idKind(target) : writing.idKind
  if (keepsIds && idKind && isId(idKind, theirs.id)) tx.want(idKind, theirs.id)
  let made: unknown = await writeByUseCase(tx, step)
  if (!made) for (const one of calls) made = await call(one)
  const id = typeof SYNCED_KINDS[kind].id === 'string' ? idOf(made) : target.id
  for (const one of afterwards?.({ ...target, id }) ?? []) await call(one)
  const happened = stateChangeOf(kind, id, { ours: {}, theirs: theirs.body, base: undefined })
  if (happened) await setState(tx, happened)
  return id
}

/** The id of what a use case has made: it returns it, or the object. */
const idOf = (made: unknown): string =>
  typeof made === 'string' ? made : String((made as { id?: unknown } | null)?.id ?? '')
