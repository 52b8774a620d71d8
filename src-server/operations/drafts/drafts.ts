import type { Draft, DraftWrite } from '#contract/gatehouse/draft.ts'
import { draftPath } from '#contract/gatehouse/draft.ts'
import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import { actorOf } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { readDatabase } from '#db/copy-database.ts'
import { newId } from '#db/ids.ts'
import type { Page } from '#db/page.ts'
import { drafts, type DraftRecord } from '#db/tables/drafts.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { assertQuota } from '../service/checks.ts'
import type { Service } from '../service/service.ts'
import { copyWorkspace } from './copy-workspace.ts'
import { countChanges } from './drafts.sql.ts'
import {
  draftFiles,
  hasDraftFile,
  nameAgain,
  nameDraft,
  removeDraftFiles,
  settleDraftFiles,
  unnameDraft,
} from './draft-files.ts'

type Host = Pick<Service, 'store' | 'drafts' | 'url'>
type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Drafts by id. */
export async function listDrafts(
  service: Host & Pick<Service, 'reader'>,
  query: { limit: number; after?: string | undefined },
): Promise<Page<Draft>> {
  const { condition } = service.reader.visible('read', 'draft')
  const { items, next } = await drafts.page(service.reader, query, sqlCondition(condition))
  return { items: await Promise.all(items.map((record) => describeDraft(service, record))), next }
}

/** @throws ApiError E0000007 */
export async function requireDraft(service: Host & Pick<Service, 'reader'>, id: string): Promise<Draft> {
  return describeDraft(service, await drafts.require(service.reader, id))
}

async function describeDraft(service: Host, { position, ...record }: DraftRecord): Promise<Draft> {
  const isThere = await hasDraftFile(draftFiles(service.store.file, record.id))
  return {
    ...record,
    state: isThere ? 'READY' : 'MISSING',
    url: service.url() + draftPath(record.id),
    changes: isThere ? await changesOf(service, record.id) : null,
    madeAfter: position?.uuid ?? null,
  }
}

/** By the draft itself while it is open, which alone sees its latest changes. */
async function changesOf({ store, drafts: { host } }: Host, id: string): Promise<number | null> {
  const opened = host?.opened(id)
  if (opened) return countChanges(opened.reader)
  return readDatabase(draftFiles(store.file, id).draft, countChanges).catch(() => null)
}

/** Those whose name is the same without case: one at most. */
async function namedAlike(reader: Reader, name: string): Promise<DraftRecord[]> {
  const all = await drafts.findAll(reader, { order: ['id'] })
  return all.filter((one) => one.name.toLowerCase() === name.toLowerCase())
}

/** A draft by its name, whatever its case, or by its id. @throws ApiError E0000007 */
export async function findDraft(reader: Reader, nameOrId: string): Promise<DraftRecord> {
  const [named] = await namedAlike(reader, nameOrId)
  return named ?? drafts.require(reader, nameOrId)
}

/** @throws ApiError E0000001 where another draft is named alike */
async function assertNameFree(reader: Reader, name: string, except?: string): Promise<void> {
  const other = (await namedAlike(reader, name)).find(({ id }) => id !== except)
  if (other) throw invalid('name', `another draft is named ${other.name}`)
}

/** A name that no draft has: the wanted one, or that with a number. */
export async function freeDraftName(reader: Reader, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : ` ${number}`
    const name = wanted.slice(0, LIMITS.nameLength - end.length).toWellFormed() + end
    if ((await namedAlike(reader, name)).length === 0) return name
  }
}

async function assertRoom(reader: Reader, name: string): Promise<void> {
  await assertNameFree(reader, name)
  const max = LIMITS.drafts
  await assertQuota(reader, drafts, { max, message: `there are ${max} drafts, as many as there may be` })
}

/**
 * Makes a draft: a copy of the workspace as it is, without its log. INVARIANT: the workspace knows a draft only once its file is whole and on the
 * disk; what is left by a run that was killed before is removed at the next start.
 * @returns its id @throws ApiError E0000001; E0000113 in a draft; E0000010 for example on a full disk
 */
export async function createDraft(
  { store, reader, draft }: Pick<Service, 'store' | 'reader' | 'draft'>,
  write: Write,
  { name }: DraftWrite,
): Promise<string> {
  if (draft) throw new ApiError('E0000113', { values: { why: 'a draft has no drafts of its own' } })
  // Before the work, and again when it is done.
  await assertRoom(reader, name)
  const id = newId('draft')
  const files = draftFiles(store.file, id)
  // What stands under its name may be another file.
  store.requireFile()
  const position = await copyWorkspace(store.file, files.making)
  try {
    store.requireFile()
    await write(async (tx) => {
      tx.authorize('gatehouse.draft.create', [], 'never')
      await assertRoom(tx, name)
      const { id: by, displayName } = actorOf(tx.context.principal)
      const createdBy = { id: by, name: displayName ?? by }
      const record = { id, name, createdBy, position, created: tx.now, lastUpdated: tx.now }
      await drafts.insert(tx, record)
      const details = changeDetails({}, { name })
      tx.record({ type: 'gatehouse.draft.create', targets: [targetOf('draft', record, details)] })
    })
  } catch (error) {
    await removeDraftFiles(store.file, id).catch(() => {})
    throw error
  }
  await nameDraft(files)
  return id
}

/** @throws ApiError E0000007; E0000001 where another draft is named alike */
export async function renameDraft(tx: Tx, id: string, { name }: DraftWrite): Promise<void> {
  const before = await drafts.require(tx, id)
  tx.authorize('gatehouse.draft.update', [targetOf('draft', before)], 'well-formed')
  await assertNameFree(tx, name, id)
  const details = changeDetails({ name: before.name }, { name })
  if (!details) return
  const after = await drafts.update(tx, before, { name, lastUpdated: tx.now })
  tx.record({ type: 'gatehouse.draft.update', targets: [targetOf('draft', after, details)] })
}

/**
 * Discards a draft with its files, also one whose file is gone; one that is in use is closed before.
 * @param changes absent: however many it has; else it stays if it has more by now
 * @returns whether it is gone
 * @throws ApiError E0000007
 */
export async function discardDraft(
  { store, reader, drafts: { host } }: Host & Pick<Service, 'reader'>,
  write: Write,
  id: string,
  changes?: number,
): Promise<boolean> {
  await drafts.require(reader, id)
  const discard = async () => {
    const { draft } = draftFiles(store.file, id)
    if (changes !== undefined && (await readDatabase(draft, countChanges)) !== changes) return false
    await discardClosed(store.file, write, id)
    return true
  }
  return host ? host.whileClosed(id, discard) : discard()
}

async function discardClosed(workspace: string, write: Write, id: string): Promise<void> {
  const files = draftFiles(workspace, id)
  const discard = async (tx: Tx) => {
    const before = await drafts.require(tx, id)
    tx.authorize('gatehouse.draft.delete', [targetOf('draft', before)])
    await unnameDraft(files)
    await drafts.remove(tx, before)
    const details = changeDetails({ name: before.name }, {})
    tx.record({ type: 'gatehouse.draft.delete', targets: [targetOf('draft', before, details)] })
  }
  await write(discard).catch(async (error: unknown) => {
    await nameAgain(files).catch(() => {})
    throw error
  })
  // What cannot be deleted now, the next start deletes.
  await removeDraftFiles(workspace, id).catch(() => {})
}

/** Ends what a run that was killed had begun with drafts. Call it before any is opened. */
export async function settleDrafts({ store, reader }: Pick<Service, 'store' | 'reader'>): Promise<void> {
  const all = await drafts.findAll(reader, { order: ['id'] })
  await settleDraftFiles(store.file, new Set(all.map(({ id }) => id)))
}
