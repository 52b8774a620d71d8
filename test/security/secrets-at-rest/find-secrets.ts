import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Something that lets in who knows it, and the files that are there to hold it. */
export interface Secret {
  readonly name: string
  readonly value: string
  readonly mayBeIn?: RegExp
}

/** Characters by which a part of a long secret is recognized: pages of a file may cut it anywhere. */
const PART = 16

/** A secret, or where it is long its beginning and its end, as whoever writes it might. */
function formsOf({ value }: Secret): Buffer[] {
  const parts = value.length >= 2 * PART ? [value.slice(0, PART), value.slice(-PART)] : [value]
  return parts.flatMap((part) => {
    const bytes = Buffer.from(part)
    // The last characters of base64 depend on what follows.
    const base64 = bytes.toString('base64').replace(/.{2}=*$/, '')
    const [hex, url] = [bytes.toString('hex'), encodeURIComponent(part)]
    const texts = [part, JSON.stringify(part).slice(1, -1), base64, hex, hex.toUpperCase(), url]
    return [...new Set(texts)].map((text) => Buffer.from(text)).concat(Buffer.from(part, 'utf16le'))
  })
}

/** Where secrets stand that must not be there. @param places names and what is in them */
export function findSecrets(secrets: readonly Secret[], places: ReadonlyMap<string, Buffer>): string[] {
  const found: string[] = []
  for (const secret of secrets) {
    const forms = formsOf(secret)
    for (const [place, bytes] of places)
      if (!secret.mayBeIn?.test(place) && forms.some((form) => bytes.includes(form)))
        found.push(`${secret.name} is in ${place}`)
  }
  return found
}

/** All that lies in a folder, as bytes, by its place there. */
export async function filesIn(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name)
      files.set(path.slice(folder.length + 1), await readFile(path))
    }
  return files
}
