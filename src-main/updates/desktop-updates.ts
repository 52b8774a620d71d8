import { join } from 'node:path'
import { app } from 'electron'
import type { AppUpdater } from 'electron-updater'
import type { WorkspaceHost } from '../host/workspace-host.ts'
import type { UpdateState } from '../ipc/contract.ts'
import { readFeed } from './feed.ts'
import { updateModeOf } from './update-mode.ts'
import { createUpdates, type Updates } from './updates.ts'

interface DesktopParts {
  host: WorkspaceHost
  log: AppUpdater['logger']
  onChange(state: UpdateState): void
  report(error: unknown): void
}

/** Updates of the installed program; one that was started from its sources has none. */
export async function desktopUpdates({ host, log, onChange, report }: DesktopParts): Promise<Updates> {
  const { platform } = process
  const isAppImage = Boolean(process.env['APPIMAGE'])
  return createUpdates({
    mode: updateModeOf({ platform, feed: await feedOfBuild(report), isAppImage }),
    openUpdater: async () => {
      const { openUpdater } = await import('./open-updater.ts')
      return openUpdater({ platform, isAppImage }, log)
    },
    runningWork: async () => (await host.current()?.server.runningWork()) ?? [],
    quitAndInstall,
    now: () => new Date(),
    onChange,
    report,
  })
}

/** A file that cannot be used is no feed; the log says why. */
async function feedOfBuild(report: (error: unknown) => void) {
  if (!app.isPackaged) return null
  try {
    return await readFeed(join(process.resourcesPath, 'app-update.yml'))
  } catch (error) {
    report(error)
    return null
  }
}

/**
 * WHY not at once, as electron-updater does it: a page with unsaved changes may refuse to close, and the service is to
 * close its file first. On macOS the system does both in this order.
 */
function quitAndInstall(updater: AppUpdater): void {
  if (process.platform === 'darwin') return updater.quitAndInstall()
  app.once('quit', (_event, exitCode) => {
    if (exitCode === 0) updater.quitAndInstall(false, true)
  })
  app.quit()
}
