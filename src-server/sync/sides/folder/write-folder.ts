import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { PEOPLE_KINDS } from '#contract/sync/people-kinds.ts'
import { dirname, join } from 'node:path'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { Snapshot } from '../../snapshot.ts'
import { editorSchemas } from './editor-schemas.ts'
import { identityOf, pathsOf } from './file-names.ts'
import { FolderError } from './folder-error.ts'
import { listFiles, readText } from './folder-files.ts'
import { identify } from './from-values.ts'
import { FORM, MARKER_FILE, ORDER_FILE, SCHEMA_FOLDER } from './layout.ts'
import { readFiles, readMarker } from './read-folder.ts'
import { toFileValues, toOrders } from './to-values.ts'
import { changeYaml, yamlText } from './yaml-text.ts'

/** What became of the files. */
interface Written {
  /** How many there are afterwards. */
  files: number
  /** How many of them are new. */
  made: number
  changed: number
  removed: number
}

/**
 * Writes an organization into a folder: one object a file, names in place of ids, no secrets. Files that are there keep their place and
 * their comments, and are untouched where nothing has changed; those whose objects are gone are removed. What is not Gatehouse's stays.
 * @param people whether people are written, too; absent: as before, at first not
 * @throws FolderError for a folder that holds something else, or a file in it that cannot be read
 */
export async function writeFolder(root: string, snapshot: Snapshot, people?: boolean): Promise<Written> {
  const marker = await readMarker(root)
  if (!marker && (await listFiles(root)).length > 0)
    throw new FolderError(root, `has files, but no ${MARKER_FILE}: it was not written by Gatehouse`)
  const withPeople = people ?? marker?.people ?? false
  const values = toFileValues(snapshot, withPeople ? [] : PEOPLE_KINDS)
  const known = await knownPaths(root)
  const paths = pathsOf(values, known)
  const counts = { files: 0, made: 0, changed: 0 }
  const put = async (path: string, text: (before: string | null) => string) => {
    const before = await readText(root, path)
    const after = text(before)
    counts.files += 1
    if (after === before) return
    await replaceFile(root, path, after)
    counts[before === null ? 'made' : 'changed'] += 1
  }
  const putYaml = (path: string, value: object, comment?: string) =>
    put(path, (before) => (before === null ? yamlText(value, comment) : changeYaml(path, before, value)))
  await putYaml(MARKER_FILE, { gatehouse: FORM, people: withPeople })
  for (const [kind, schema] of editorSchemas()) await put(`${SCHEMA_FOLDER}/${kind}.json`, () => schema)
  for (const [file, path] of paths) await putYaml(path, file.value, schemaComment(path, file.kind))
  await putYaml(ORDER_FILE, toOrders(snapshot))
  const written = new Set(values.map(identityOf))
  const gone = [...known].filter(([identity]) => !written.has(identity))
  for (const [, path] of gone) await rm(join(root, path))
  return { ...counts, removed: gone.length }
}

/** Where each object is, by what tells objects apart. @throws FolderError for one that is in two files */
async function knownPaths(root: string): Promise<ReadonlyMap<string, string>> {
  const paths = new Map<string, string>()
  for (const file of await readFiles(root)) {
    const identity = identityOf(identify(file))
    const first = paths.get(identity)
    if (first !== undefined) throw new FolderError(file.path, `holds the same object as ${first}`, 1)
    paths.set(identity, file.path)
  }
  return paths
}

/** What tells editors how to check a file, and to complete in it. */
const schemaComment = (path: string, kind: SyncKind) =>
  `yaml-language-server: $schema=${'../'.repeat(path.split('/').length - 1)}${SCHEMA_FOLDER}/${kind}.json`

/** WHY by another name first: a power cut leaves the file as it was, or as it is to be. */
async function replaceFile(root: string, path: string, text: string): Promise<void> {
  const file = join(root, path)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
  } catch (error) {
    await rm(`${file}.new`, { force: true }).catch(() => {})
    throw new FolderError(path, `cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`)
  }
}
