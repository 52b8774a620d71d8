import { DRAFT_LIMITS, draftsSchema, type Draft } from '#ipc/contract.ts'
import { bridge } from './bridge.ts'

export { DRAFT_LIMITS, type Draft }

/** The storage of the drafts of one workspace. */
export interface DraftPlace {
  read(): Promise<Draft[]>
  write(drafts: Draft[]): Promise<void>
}

/** Of all workspaces of a browser: it has one place for them, and nothing there may grow without an end. */
const MAX_CHARACTERS = 2_000_000
const STORED = 'gatehouse.drafts '

/**
 * The place of the open workspace: in the desktop a file of the profile, which outlives a kill; in a browser its own storage.
 * @param file of the workspace, as the service names it
 */
export async function openDraftPlace(file: string): Promise<DraftPlace> {
  if (!bridge.available) return browserPlace(STORED + file)
  // The desktop knows the workspace by the path that was chosen, which may lead over links.
  const opened = (await bridge.workspaceInfo()).file
  return { read: () => bridge.readDrafts(opened), write: (drafts) => bridge.writeDrafts(opened, drafts) }
}

function browserPlace(key: string): DraftPlace {
  return {
    read: () => Promise.resolve(parse(localStorage.getItem(key))),
    write(drafts) {
      if (drafts.length === 0) localStorage.removeItem(key)
      else {
        const text = JSON.stringify(drafts)
        makeRoom(key, MAX_CHARACTERS - text.length)
        localStorage.setItem(key, text)
      }
      return Promise.resolve()
    },
  }
}

function parse(text: string | null): Draft[] {
  try {
    return draftsSchema.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** Drops drafts of other workspaces, those that were changed longest ago first, until the rest takes no more than this. */
function makeRoom(own: string, characters: number): void {
  const others = Object.entries(localStorage)
    .filter(([key]) => key.startsWith(STORED) && key !== own)
    .map(([key, text]) => ({ key, size: String(text).length, savedAt: parse(String(text)).at(-1)?.savedAt ?? '' }))
    .sort((a, b) => (a.savedAt < b.savedAt ? -1 : 1))
  let size = others.reduce((sum, other) => sum + other.size, 0)
  for (const other of others) {
    if (size <= characters) return
    localStorage.removeItem(other.key)
    size -= other.size
  }
}
