import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Store } from '#db/store.ts'

const OWNER_ONLY = 0o700

/**
 * Where files stand on their way out and in: beside the workspace, which has the room and the rights for them already, for
 * the owner's eyes only. One process owns a workspace, so at its start all that is there was left behind.
 */
export function transferFolder(store: Pick<Store, 'file'>): string {
  return `${store.file}.transfer`
}

/** Path of a file in the folder, which is made if need be. @param name of our own making */
export async function transferFile(store: Pick<Store, 'file'>, name: string): Promise<string> {
  const folder = transferFolder(store)
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY })
  return join(folder, name)
}

const EXPORT = '.export'

/** Path of an export's file. */
export const exportFile = (store: Pick<Store, 'file'>, id: string) => transferFile(store, `${id}${EXPORT}`)

/** Ids of the exports whose files are there. */
export async function exportsInFolder(store: Pick<Store, 'file'>): Promise<string[]> {
  const names = await readdir(transferFolder(store)).catch(() => [])
  return names.filter((name) => name.endsWith(EXPORT)).map((name) => name.slice(0, -EXPORT.length))
}

export async function clearTransferFolder(store: Pick<Store, 'file'>): Promise<void> {
  await rm(transferFolder(store), { recursive: true, force: true })
}

/** EFBIG: a bound on the size of files, which on some machines is what a quota looks like. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export function isNoRoom(error: unknown): boolean {
  return NO_ROOM.has((error as NodeJS.ErrnoException | null)?.code ?? '')
}

/** The refusal that a full disk calls for; anything else comes back untouched. */
export function withoutRoom(error: unknown): unknown {
  if (!isNoRoom(error)) return error
  return new ApiError('E0000010', { causes: [{ errorSummary: 'there is no room left on the disk; nothing was kept' }] })
}
