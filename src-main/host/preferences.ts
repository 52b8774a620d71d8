import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { PORTS, themeSchema } from '../ipc/contract.ts'

const windowStateSchema = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int(),
  height: z.int(),
  maximized: z.boolean(),
})
export type WindowState = z.output<typeof windowStateSchema>

/** Workspaces that are remembered. */
export const MAX_RECENT = 10

const preferencesSchema = z.object({
  workspaceFile: z.string().optional().catch(undefined),
  /** Absolute paths, the last opened first. */
  recent: z.array(z.string()).max(MAX_RECENT).catch([]),
  port: z.int().min(PORTS.min).max(PORTS.max).optional().catch(undefined),
  theme: themeSchema.catch('system'),
  window: windowStateSchema.optional().catch(undefined),
})
export type Preferences = z.output<typeof preferencesSchema>

/** What the desktop remembers between runs. Nothing in it is needed: a damaged file means the defaults. */
export interface PreferenceStore {
  get(): Readonly<Preferences>
  set(change: Partial<Preferences>): void
}

/**
 * Opens the preferences of a profile. Reads and writes are synchronous: the file is small, and the window's state is
 * saved while the program is closing.
 * @param report hears of a file that could not be written; the run goes on without it.
 */
export function openPreferences(file: string, report: (error: unknown) => void): PreferenceStore {
  let current = read(file)
  return {
    get: () => current,
    set(change) {
      current = preferencesSchema.parse({ ...current, ...change })
      try {
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(`${file}.draft`, `${JSON.stringify(current, null, 2)}\n`, { mode: 0o600 })
        renameSync(`${file}.draft`, file)
      } catch (error) {
        report(error)
      }
    },
  }
}

function read(file: string): Preferences {
  try {
    return preferencesSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return preferencesSchema.parse({})
  }
}
