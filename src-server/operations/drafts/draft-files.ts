import { copyFile, constants, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ApiError } from '#contract/interface/api-error.ts'
import { flush, flushName, readDatabase, settleLog } from '#db/copy-database.ts'
import { copyDraft, type LogPosition } from '#db/copy-draft.ts'
import type { DraftRecord } from '#db/tables/drafts.ts'
import { makeForOwner } from '#db/owner-only.ts'
import { readSetting } from '../service/settings.ts'
import { FORGOTTEN_SETTINGS } from './draft-settings.ts'

const OWNER_ONLY = 0o700
/** Ends the name of a draft while it is made: until the workspace knows it, and it has its own name. */
const MAKING = '.making'
/** And from when it is discarded on. */
const DISCARDED = '.discarded'
/** Ends the name of a copy of the workspace that a draft is brought up to date with; before it stands the name by which the draft says so. */
const NEXT = '.next'

/** Where the drafts of a workspace are: beside it, which has the room and the rights for them already. */
const folderOf = (workspace: string): string => `${workspace}.drafts`

/**
 * The files of a draft. WHY not under the name of a workspace: a double click would open it.
 * @param workspace the file of the workspace
 */
export function draftFiles(workspace: string, id: string) {
  const start = join(folderOf(workspace), id)
  return { start, draft: `${start}.draft`, base: `${start}.base`, making: start + MAKING, discarded: start + DISCARDED }
}
type DraftFiles = ReturnType<typeof draftFiles>

const isThere = async (file: string): Promise<boolean> => (await stat(file).catch(() => null))?.isFile() ?? false
const namesIn = (workspace: string): Promise<string[]> => readdir(folderOf(workspace)).catch(() => [])

/** Makes the folder of drafts, if need be. */
export async function makeDraftFolder(workspace: string): Promise<void> {
  await mkdir(folderOf(workspace), { recursive: true, mode: OWNER_ONLY })
}

/** The files of a draft that can be opened. @throws ApiError E0000010 where its file is gone */
export async function requireDraftFiles(
  workspace: string,
  { id, name }: Pick<DraftRecord, 'id' | 'name'>,
): Promise<DraftFiles> {
  const files = draftFiles(workspace, id)
  if (!(await hasDraftFile(files)))
    throw new ApiError('E0000010', {
      causes: [{ errorSummary: `The file of the draft “${name}” is gone; discard the draft.` }],
    })
  return files
}

/** Whether a draft that the workspace knows can be opened. */
export async function hasDraftFile({ draft, making }: DraftFiles): Promise<boolean> {
  return (await isThere(draft)) || isThere(making)
}

/** Gives a draft its name once the workspace knows it; harmless if it has it. */
export async function nameDraft({ draft, making }: DraftFiles): Promise<void> {
  if ((await isThere(draft)) || !(await isThere(making))) return
  await rename(making, draft)
  await flushName(draft)
}

/**
 * Makes sure that there is a copy of a draft as it was made. WHY only now: it takes as long as making the draft, and until it is opened the draft is
 * that copy itself. Call it before the draft is opened for the first time.
 */
export async function keepBase({ draft, base }: DraftFiles): Promise<void> {
  if (await isThere(base)) return
  const making = base + MAKING
  await rm(making, { force: true })
  await makeForOwner(making)
  await copyFile(draft, making, constants.COPYFILE_FICLONE)
  await flush(making)
  await rename(making, base)
  await flushName(base)
}

/**
 * Works with a copy of the workspace as it is now, which is what a draft was made from as soon as the draft says so in its setting `base`, by the name
 * that the work is given. INVARIANT: a draft that has changed to the copy is never seen beside what it was made from before, whatever fails in between.
 * @returns what the work returns, and how far the log of the workspace was
 */
export async function withFreshBase(
  workspace: string,
  files: DraftFiles,
  work: (file: string, name: string) => Promise<number>,
): Promise<{ steps: number; position: LogPosition | null }> {
  await settleBase(files)
  const name = crypto.randomUUID()
  const fresh = `${files.start}.${name}${NEXT}`
  try {
    const position = await copyDraft(workspace, fresh, FORGOTTEN_SETTINGS)
    return { steps: await work(fresh, name), position }
  } finally {
    await settleBase(files)
  }
}

/** Has the copy that a draft names be what it was made from, where a run that was cut short has not. Neither may be open. */
export async function takeNamedBase(files: DraftFiles): Promise<void> {
  if ((await copiesOf(files)).length === 0) return
  const { start, draft, base } = files
  const next = `${start}.${await readDatabase(draft, (reader) => readSetting(reader, 'draftBase'))}${NEXT}`
  if (!(await isThere(next))) return
  await settleLog(next)
  for (const end of ['-wal', '-shm']) await rm(base + end, { force: true })
  await rename(next, base)
  await flushName(base)
}

/** Also removes the copies that the draft does not name. */
async function settleBase(files: DraftFiles): Promise<void> {
  await takeNamedBase(files)
  for (const copy of await copiesOf(files)) await rm(copy, { force: true })
}

/** Copies that a draft was to be brought up to date with, and what stands beside them. */
async function copiesOf({ start }: DraftFiles): Promise<string[]> {
  const names = await readdir(dirname(start))
  return names
    .filter((name) => name.startsWith(`${basename(start)}.`) && name.includes(NEXT))
    .map((name) => join(dirname(start), name))
}

/** Takes the name of a draft away before the workspace forgets it. The draft must not be open. */
export async function unnameDraft({ draft, discarded }: DraftFiles): Promise<void> {
  if (await isThere(draft)) await rename(draft, discarded)
}

/** Gives it back. */
export async function nameAgain({ draft, discarded }: DraftFiles): Promise<void> {
  if (await isThere(discarded)) await rename(discarded, draft)
}

/** Deletes all files of a draft. */
export async function removeDraftFiles(workspace: string, id: string): Promise<void> {
  const folder = folderOf(workspace)
  for (const name of await namesIn(workspace))
    if (name.startsWith(`${id}.`)) await rm(join(folder, name), { recursive: true, force: true })
}

/**
 * Ends what a run that was killed had begun with drafts: the making, the discarding or the update of one. Call it before any is opened.
 * WHY nothing else is removed: a workspace that was restored from a backup does not know the drafts that were made since.
 * @param known ids of the drafts that the workspace knows
 */
export async function settleDraftFiles(workspace: string, known: ReadonlySet<string>): Promise<void> {
  const folder = folderOf(workspace)
  for (const name of await namesIn(workspace)) {
    const id = name.slice(0, Math.max(0, name.indexOf('.')))
    const files = draftFiles(workspace, id)
    const isWhole = known.has(id)
    if (name.startsWith(`${id}${MAKING}`)) await (isWhole ? nameDraft(files) : rm(join(folder, name), { force: true }))
    if (name === `${id}${DISCARDED}`) await (isWhole ? nameAgain(files) : removeDraftFiles(workspace, id))
    // It is made again.
    if (name.startsWith(`${basename(files.base)}${MAKING}`)) await rm(join(folder, name), { force: true })
  }
  // What cannot be read now is seen to when the draft is opened.
  for (const id of known) await settleBase(draftFiles(workspace, id)).catch(() => {})
}
