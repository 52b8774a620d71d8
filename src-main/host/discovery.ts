import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What a script needs to find the running service; the token itself stays in its own file. */
interface Discovery {
  url: string
  tokenFile: string | null
  /** The name of the words that clients speak; `svc` for our own. */
  vocabulary: string
  pid: number
  version: string
}

/** The discovery file of a workspace: `service.json` in the same folder. */
export function discoveryFile(dataFile: string): string {
  return join(dirname(dataFile), 'service.json')
}

/** Writes the file whole or not at all, readable by its owner only. */
export async function writeDiscovery(dataFile: string, discovery: Discovery): Promise<void> {
  const file = discoveryFile(dataFile)
  const draft = `${file}.${discovery.pid}`
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(discovery, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
}

/** Removes the file if it is ours: another service may have opened a workspace in the same folder since. */
export async function removeDiscovery(dataFile: string, pid: number): Promise<void> {
  const file = discoveryFile(dataFile)
  try {
    const found: unknown = JSON.parse(await readFile(file, 'utf8'))
    if (typeof found === 'object' && found !== null && 'pid' in found && found.pid === pid) await rm(file)
  } catch {
    // Absent or unreadable: no file of this program to remove.
  }
}
