import { createHash } from 'node:crypto'
import { LAYOUT } from './layout.ts'
import type { FileValue } from './to-values.ts'

const LONGEST = 80
/** Names that Windows keeps for devices, whatever their ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** A name of a file for a name of an object, the same on every system. */
function slug(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  const short = plain.slice(0, LONGEST)
  return short === plain && plain !== '' && !DEVICES.test(plain)
    ? plain
    : `${short.replaceAll(/-$/g, '')}-${hashOf(text)}`
}

function placeOf({ kind, reference, body }: FileValue): { folder: string; name: string } {
  const layout = LAYOUT[kind]
  if ('file' in layout) return { folder: '', name: layout.file }
  if ('within' in layout) throw new Error(`${kind} has no file of its own`)
  const below = layout.subfolder ? `/${slug(layout.subfolder(body))}` : ''
  return { folder: `${layout.folder}${below}/`, name: slug(reference.slice(reference.lastIndexOf('/') + 1)) }
}

/**
 * The path of each file below the folder, with `/`: where it is already, else by the name of its object. Objects whose names make one and the
 * same have a part of their own.
 * @param known paths by kind and reference
 */
export function pathsOf(files: readonly FileValue[], known: ReadonlyMap<string, string>): Map<FileValue, string> {
  const taken = new Set(known.values())
  const paths = new Map<FileValue, string>()
  const sorted = [...files].sort((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1))
  for (const file of sorted) {
    const { folder, name } = placeOf(file)
    const short = `${folder}${name}.yaml`
    const path =
      known.get(identityOf(file)) ?? (taken.has(short) ? `${folder}${name}-${hashOf(identityOf(file))}.yaml` : short)
    taken.add(path)
    paths.set(file, path)
  }
  return paths
}

/** What tells the objects of all files apart. */
export const identityOf = ({ kind, reference }: Pick<FileValue, 'kind' | 'reference'>) => `${kind} ${reference}`
