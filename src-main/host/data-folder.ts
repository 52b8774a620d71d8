import { existsSync } from 'node:fs'
import { join, posix, win32 } from 'node:path'

/**
 * The folder in which Electron keeps the program's data, worked out without Electron, so that a headless start finds
 * the workspace that the desktop uses.
 */
export function dataFolder(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (platform === 'win32') return win32.join(env['APPDATA'] ?? win32.join(home, 'AppData', 'Roaming'), 'Gatehouse')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Gatehouse')
  return posix.join(env['XDG_CONFIG_HOME'] || posix.join(home, '.config'), 'Gatehouse')
}

/** Ends the names of workspaces, so that the system knows which program opens them. */
export const WORKSPACE_EXTENSION = '.gatehouse'

const FORMER_DEFAULT = 'workspace.sqlite'

/** The workspace that opens unless another was chosen. One that an earlier version made keeps its name. */
export function defaultWorkspace(folder: string): string {
  const former = join(folder, FORMER_DEFAULT)
  return existsSync(former) ? former : join(folder, `workspace${WORKSPACE_EXTENSION}`)
}
