import { posix, win32 } from 'node:path'

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

/** The workspace that opens unless another was chosen. */
export const DEFAULT_WORKSPACE = 'workspace.sqlite'
