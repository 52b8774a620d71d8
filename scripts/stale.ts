import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'src-main',
  'src-renderer',
  'src-server',
  'electron.vite.config.ts',
  'vite.server.config.ts',
  'package-lock.json',
]
const RESULTS = ['out/main/index.js', 'out/preload/index.cjs', 'out/renderer/index.html', 'out/server/cli.js']

/** Whether a build is missing, or a source is newer than the oldest one. */
export function isBuildStale(root: string): boolean {
  const results = RESULTS.map((name) => join(root, name))
  if (!results.every((file) => existsSync(file))) return true
  const built = Math.min(...results.map((file) => statSync(file).mtimeMs))
  return SOURCES.some((name) => newestIn(join(root, name)) > built)
}

/** Newest change in a file or folder, in milliseconds since 1970; 0 when it does not exist. */
function newestIn(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return 0
  if (!found.isDirectory()) return found.mtimeMs
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), found.mtimeMs)
}
