import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '#contract/interface/limits.ts'
import {
  automaticBackups,
  automaticFolder,
  draftOf,
  isAutomaticDraft,
  isDue,
  nextAutomatic,
  type AutomaticBackup,
} from '#db/backup-names.ts'
import { flushName, readDatabase, requireSoundCopy } from '#db/copy-database.ts'
import type { Reader } from '#db/connection.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { explain } from '#db/explain-failure.ts'
import type { Service } from '../service/service.ts'
import { readBackupSettings } from './backup-settings.ts'
import { readState } from './backups.sql.ts'
import { namesIn } from './list-backups.ts'

/**
 * Makes an automatic backup where one is due and something changed since the last; then the oldest go.
 * @param signal ends it early, with an error; nothing is left of it then
 * @throws what went wrong, which `service.backups` has as a sentence
 */
export async function backUpAutomatically(service: Service, signal: AbortSignal): Promise<void> {
  const { store, reader, backups } = service
  const folder = automaticFolder(store.file)
  try {
    const { automatic } = await readBackupSettings(reader)
    // WHY none of a lost file: what stands in its place is another one, and the page asks for a copy.
    if (automatic && store.fileState() === 'IN_PLACE') await backUpIfDue(service, folder, signal)
    backups.failure = null
  } catch (error) {
    if (signal.aborted) return
    backups.failure = { time: service.now(), message: sentenceOf(error, store.file) }
    throw error
  }
}

function sentenceOf(error: unknown, file: string): string {
  const folder = automaticFolder(file)
  const backup = join(folder, 'backup')
  const known = explain(error, backup)
  if (!(known instanceof StartError)) return 'Something went wrong inside the service; its log says more.'
  if (known.code === 'FILE_CORRUPT')
    return `${file} is damaged, and so was its copy. The backups that were made before are left as they are.`
  // The name that the backup would have had says nothing to a person.
  return known.message.replace(backup, folder)
}

async function backUpIfDue(service: Service, folder: string, signal: AbortSignal): Promise<void> {
  const made = automaticBackups(await namesIn(folder))
  if (!isDue(made, service.clock())) return
  if (made[0] && !(await hasChanged(service.reader, join(folder, made[0].name), signal))) return
  await makeFolder(folder)
  await removeDrafts(folder)
  const name = nextAutomatic(made, service.now())
  await copy(service, join(folder, name), signal)
  await removeOldest(folder)
}

async function hasChanged(reader: Reader, newest: string, signal: AbortSignal): Promise<boolean> {
  // One that cannot be read is none, and so is one of a version that had other tables.
  const before = await readDatabase(newest, readState, signal).catch(() => null)
  return before !== (await readState(reader))
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** What an earlier run that was killed left. INVARIANT: only one service has the workspace open. */
async function removeDrafts(folder: string): Promise<void> {
  const drafts = (await namesIn(folder)).filter(isAutomaticDraft)
  for (const name of drafts) await rm(join(folder, name), { force: true })
}

/** INVARIANT: a backup has its name only once it is whole, sound and on the disk. */
async function copy({ store }: Service, file: string, signal: AbortSignal): Promise<void> {
  const draft = draftOf(file)
  try {
    await store.backup(draft, signal)
    await requireSoundCopy(draft, signal)
    await rename(draft, file)
    await flushName(file)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** All but the newest, by the order in which they were made: a clock that was wrong for a time takes none of the good ones away. */
async function removeOldest(folder: string): Promise<void> {
  const surplus: AutomaticBackup[] = automaticBackups(await namesIn(folder)).slice(LIMITS.automaticBackups)
  for (const { name } of surplus) await rm(join(folder, name), { force: true })
}
