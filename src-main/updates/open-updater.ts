import electronUpdater from 'electron-updater'
import type { AppUpdater } from 'electron-updater'

type Updater = new (...args: ConstructorParameters<typeof electronUpdater.MacUpdater>) => AppUpdater

/** For packages of Linux, which a package manager updates: looks, and never installs. */
class LookingUpdater extends electronUpdater.AppImageUpdater {
  override isUpdaterActive(): boolean {
    return true
  }
}

/** Which class does the work on a system. */
function classFor(platform: NodeJS.Platform, isAppImage: boolean): Updater {
  if (platform === 'win32') return electronUpdater.NsisUpdater
  if (platform === 'darwin') return electronUpdater.MacUpdater
  return isAppImage ? electronUpdater.AppImageUpdater : LookingUpdater
}

/**
 * Makes electron-updater's updater with all that it does by itself switched off: it downloads, installs and goes back to an
 * older version only when asked, and sends nothing that makes this installation known.
 * @param args of electron-updater's own constructor; given by tests, which are no Electron
 */
export function openUpdater(
  on: { platform: NodeJS.Platform; isAppImage: boolean },
  log: AppUpdater['logger'],
  ...args: ConstructorParameters<Updater>
): AppUpdater {
  const updater = new (classFor(on.platform, on.isAppImage))(...args)
  updater.logger = log
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  updater.disableWebInstaller = true
  updater.requestHeaders = { 'x-user-staging-id': '' }
  return updater
}
