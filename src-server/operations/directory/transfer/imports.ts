import { rm, stat } from 'node:fs/promises'
import type { z } from 'zod'
import {
  importOptionsSchema,
  type DirectoryImport,
  type directoryImportPlanSchema,
  type ImportFormat,
  type ImportKind,
  type ImportOptions,
} from '#contract/directory/directory-import.ts'
import { ApiError, causeAt, invalid, unreadableBody } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { directoryImportRows, directoryImports, type DirectoryImportRecord } from '#db/tables/directory-imports.ts'
import { jobs } from '#db/tables/jobs.ts'
import { transferFile } from '../../files/transfer-folder.ts'
import { writeTempFile } from '../../files/write-temp-file.ts'
import { activeJob, queueJob, requestCancel } from '../../jobs/queue-job.ts'
import type { Service } from '../../service/service.ts'
import { assertSource } from '../app-groups.ts'
import { attributeNameProblem } from '../schema-change.ts'
import { IMPORTS } from './import-kinds.ts'
import { idleImports } from './imports.sql.ts'
import { assertState, requireDirectoryImport } from './import-views.ts'
import { readRecords } from './records.ts'
import { suggestMapping } from './suggest-mapping.ts'

const NO_ROWS: DirectoryImport['counts'] = { rows: 0, create: 0, update: 0, unchanged: 0, invalid: 0 }

/** Where the uploaded file is until the import is applied. */
export const importFile = (service: Pick<Service, 'store'>, id: string) =>
  transferFile(service.store, `${id}.directory`)

/**
 * Takes in a file, and looks at its columns.
 * @throws ApiError E0000020 (413) for one that is too large, E0000003 for one that cannot be read, E0000010 without room
 */
export async function uploadDirectoryImport(
  service: Service,
  context: RequestContext,
  { kind, format, name }: { kind: ImportKind; format: ImportFormat; name: string },
  upload: AsyncIterable<Uint8Array>,
): Promise<DirectoryImport> {
  const id = newId('directoryImport')
  const file = await importFile(service, id)
  try {
    await writeTempFile(upload, file, LIMITS.directoryImportBytes)
    const columns = await columnsOf(service.reader, file, format, kind)
    await service.write(context, async (tx) => {
      tx.authorize('system.import.start', [], 'never')
      const options = importOptionsSchema.parse({})
      const row = {
        id,
        kind,
        format,
        name,
        state: 'UPLOADED',
        columns,
        options,
        counts: NO_ROWS,
        created: tx.now,
      } as const
      await directoryImports.insert(tx, row)
    })
    await forgetOldest(service, context)
    return await requireDirectoryImport(service.reader, id)
  } catch (error) {
    await rm(file, { force: true }).catch(() => {})
    throw error
  }
}

/** Rows that are looked at for the columns: JSON objects do not all have the same. */
const SAMPLED = 100

async function columnsOf(reader: Reader, file: string, format: ImportFormat, kind: ImportKind) {
  const samples = new Map<string, string>()
  let rows = 0
  for await (const { values, line, problem } of readRecords(file, format, kind)) {
    if (problem !== null && rows === 0) throw unreadableBody(`line ${line} ${problem}`)
    for (const [name, value] of Object.entries(values ?? {}))
      if (!samples.get(name) && samples.size < LIMITS.directoryImportColumns) samples.set(name, value.slice(0, 100))
    if ((rows += 1) >= SAMPLED) break
  }
  if (rows === 0) throw unreadableBody('holds no rows')
  const suggested = suggestMapping([...samples.keys()], await IMPORTS[kind].targets(reader))
  return [...samples].map(([name, sample]) => ({ name, sample, target: suggested.get(name) ?? null }))
}

/** What was changed by imports that are long past can no longer be undone. */
async function forgetOldest(service: Service, context: RequestContext): Promise<void> {
  for (const { id } of await idleImports(service.reader, LIMITS.directoryImportsKept))
    await forgetImport(service, context, id)
}

type Plan = z.output<typeof directoryImportPlanSchema>

/** Begins to compare every row with the directory. @throws ApiError E0000001 for a mapping that does not fit; E0000107 */
export async function checkDirectoryImport(tx: Tx, id: string, { mapping, options }: Plan): Promise<void> {
  const row = await directoryImports.require(tx, id)
  assertState(row, 'UPLOADED', 'CHECKED')
  tx.authorize('system.import.start', [targetOf('directoryImport', row)])
  const columns = row.columns.map((column) => ({ ...column, target: mapping[column.name] ?? null }))
  const chosen = importOptionsSchema.parse(options ?? row.options)
  if (chosen.source !== null) await assertTakesSource(tx, row, chosen.source)
  await assertMapping(tx, row, mapping, chosen)
  await directoryImports.update(tx, row, {
    ...{ columns, state: 'CHECKING', problem: null, counts: NO_ROWS, options: chosen },
  })
  await queueJob(tx, { type: 'directoryCheck', input: null, name: row.name, subjectId: id })
}

async function assertTakesSource(reader: Reader, { kind }: DirectoryImportRecord, source: string): Promise<void> {
  if (kind === 'users') throw invalid('options.source', 'is for groups and memberships only')
  await assertSource(reader, source, 'options.source')
}

async function assertMapping(
  reader: Reader,
  { columns, kind }: DirectoryImportRecord,
  mapping: Plan['mapping'],
  { source }: ImportOptions,
): Promise<void> {
  const { targets, required } = IMPORTS[kind]
  const known = new Set((await targets(reader)).map(({ name }) => name))
  const takesProperties = kind === 'groups' && source !== null
  const taken = new Set<string>()
  for (const [column, target] of Object.entries(mapping)) {
    if (!columns.some(({ name }) => name === column)) throw invalid(`mapping.${column}`, 'is no column of the file')
    if (target === null) continue
    const problem = known.has(target) ? undefined : takesProperties ? attributeNameProblem(target) : NO_TARGET
    if (problem !== undefined) throw invalid(`mapping.${column}`, `${target} ${problem}`)
    if (taken.has(target)) throw invalid(`mapping.${column}`, `another column is taken for ${target} already`)
    taken.add(target)
  }
  for (const list of required)
    if (!list.some((target) => taken.has(target)))
      throw invalid('mapping', `no column is taken for ${list.join(' or ')}`)
}

const NO_TARGET = 'is nothing that a column can be taken for'

/** Begins to apply what was checked. @throws ApiError E0000107, also while a row is INVALID */
export async function applyDirectoryImport(tx: Tx, id: string): Promise<void> {
  const row = await directoryImports.require(tx, id)
  assertState(row, 'CHECKED')
  tx.authorize('system.import.start', [targetOf('directoryImport', row)])
  const { invalid: wrong } = row.counts
  if (wrong > 0)
    throw new ApiError('E0000107', {
      causes: [
        {
          errorSummary: `${wrong} row${wrong === 1 ? '' : 's'} cannot be applied; correct the file and upload it again`,
        },
      ],
    })
  await queueJob(tx, { type: 'directoryImport', input: null, name: row.name, subjectId: id })
  tx.record({ type: 'system.import.start', targets: [targetOf('directoryImport', row)] })
}

/** Begins to take back what was applied. @throws ApiError E0000107 */
export async function undoDirectoryImport(tx: Tx, id: string): Promise<void> {
  const row = await directoryImports.require(tx, id)
  if (row.state === 'APPLIED' || (await isBusy(tx, row))) assertState(row, 'APPLIED')
  else assertState(row, 'APPLYING', 'REVERTING')
  tx.authorize('system.import.session.cancelled', [targetOf('directoryImport', row)])
  await beginRevert(tx, row, null)
}

/** From here on the import only goes back. @param problem why; null where it was asked for */
export async function beginRevert(tx: Tx, row: DirectoryImportRecord, problem: string | null): Promise<void> {
  await directoryImports.update(tx, row, { state: 'REVERTING', problem })
  await queueJob(tx, { type: 'directoryRevert', input: null, name: row.name, subjectId: row.id })
  tx.record({ type: 'system.import.session.cancelled', targets: [targetOf('directoryImport', row)] })
}

/** Cancels the job of an import: a check is forgotten, what was applied is taken back. */
export async function cancelDirectoryJob(tx: Tx, id: string): Promise<void> {
  const row = await directoryImports.require(tx, id)
  for (const type of ['directoryCheck', 'directoryImport'] as const) {
    const job = await activeJob(tx, type, id)
    if (job) await requestCancel(tx, job)
  }
  tx.authorize('system.import.session.cancelled', [targetOf('directoryImport', row)], 'never')
  if (row.state === 'CHECKING') await directoryImports.update(tx, row, { state: 'UPLOADED' })
  if (row.state === 'APPLYING') await beginRevert(tx, row, 'The import was cancelled.')
}

/** Forgets an import with its journal. @throws ApiError E0000107 while a job works at it */
export async function removeDirectoryImport(service: Service, context: RequestContext, id: string): Promise<void> {
  const row = await directoryImports.require(service.reader, id)
  if (await isBusy(service.reader, row)) assertState(row, 'UPLOADED', 'CHECKED', 'APPLIED', 'REVERTED')
  await forgetImport(service, context, id)
}

/** Whether a job works at an import, or will. */
export async function isBusy(reader: Reader, { id }: DirectoryImportRecord): Promise<boolean> {
  return jobs.exists(reader, { subjectId: id, state: ['QUEUED', 'RUNNING'] })
}

/** Rows that one transaction removes. */
const REMOVED_AT_ONCE = 2_000

/** Takes an import away, with its journal and its file. */
export async function forgetImport(service: Service, context: RequestContext, id: string): Promise<void> {
  await clearRows(service, context, id)
  await service.write(context, async (tx) => {
    const row = await directoryImports.get(tx, id)
    if (!row) return
    tx.authorize('system.import.session.cancelled', [targetOf('directoryImport', row)], 'never')
    await directoryImports.remove(tx, row)
  })
  await rm(await importFile(service, id), { force: true })
}

/** Removes the rows of an import, some at a time. */
export async function clearRows(service: Pick<Service, 'write'>, context: RequestContext, id: string): Promise<void> {
  let removed = REMOVED_AT_ONCE
  while (removed === REMOVED_AT_ONCE)
    removed = await service.write(context, (tx) => directoryImportRows.removeSome(tx, 'importId', id, REMOVED_AT_ONCE))
}

/** @throws ApiError E0000107 where the file is gone */
export async function assertFile(file: string): Promise<void> {
  if (await stat(file).catch(() => null)) return
  throw new ApiError('E0000107', { causes: [causeAt('file', 'is no longer here; upload it again', 'path')] })
}
