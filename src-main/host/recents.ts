import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { MAX_RECENT } from './preferences.ts'
import type { RecentWorkspace } from '../ipc/contract.ts'
import type { PreferenceStore } from './preferences.ts'

/** The workspaces that were open, the last first; without the one that is open now where `but` names it. */
export function recentWorkspaces(preferences: PreferenceStore, but?: string): RecentWorkspace[] {
  const files = preferences.get().recent.filter((file) => file !== but)
  return files.map((file) => ({ file, name: basename(file), folder: dirname(file), exists: existsSync(file) }))
}

/** Puts a workspace first; the oldest makes room. */
export function addRecent(preferences: PreferenceStore, file: string): void {
  const others = preferences.get().recent.filter((other) => other !== file)
  preferences.set({ recent: [file, ...others].slice(0, MAX_RECENT) })
}
