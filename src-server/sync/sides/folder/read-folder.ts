import { z } from 'zod'
import { FolderError } from './folder-error.ts'
import { listFiles, readText } from './folder-files.ts'
import type { FolderSnapshot, ReadFile } from './folder-snapshot.ts'
import { fromFiles } from './from-values.ts'
import { FORM, MARKER_FILE, ORDER_FILE } from './layout.ts'
import { parseYaml } from './yaml-text.ts'

const markerSchema = z.object({ gatehouse: z.int().min(1), people: z.boolean() })
/** What a folder says of itself. */
type Marker = z.output<typeof markerSchema>

/** What a folder says of itself; null where it is none of Gatehouse. @throws FolderError */
export async function readMarker(root: string): Promise<Marker | null> {
  const text = await readText(root, MARKER_FILE)
  if (text === null) return null
  const marker = markerSchema.safeParse(parseYaml(MARKER_FILE, text).value)
  if (!marker.success) throw new FolderError(MARKER_FILE, 'does not say which form the folder has')
  if (marker.data.gatehouse > FORM) throw new FolderError(MARKER_FILE, 'the folder was written by a newer version')
  return marker.data
}

/** All files of objects of a folder, as they are. @throws FolderError */
export async function readFiles(root: string): Promise<ReadFile[]> {
  const files: ReadFile[] = []
  for (const path of await listFiles(root)) {
    if (path === ORDER_FILE) continue
    files.push({ path, ...parseYaml(path, (await readText(root, path)) ?? '') })
  }
  return files
}

/**
 * The organization that a folder holds.
 * @throws FolderError with file and line, for what cannot be read, is there twice, or leads out of the folder
 */
export async function readFolder(root: string): Promise<FolderSnapshot> {
  const marker = await readMarker(root)
  if (!marker) throw new FolderError(root, `is no folder of Gatehouse: it has no ${MARKER_FILE}`)
  const orders = await readText(root, ORDER_FILE)
  return fromFiles(await readFiles(root), {
    people: marker.people,
    orders: orders === null ? null : { path: ORDER_FILE, ...parseYaml(ORDER_FILE, orders) },
  })
}
