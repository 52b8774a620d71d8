import { app, nativeTheme, shell } from 'electron'
import type { PreferenceStore } from '../../host/preferences.ts'
import type { WorkspaceHost } from '../../host/workspace-host.ts'
import { desktopDiagnostics } from '../../lifecycle/diagnostics.ts'
import { openExternal } from '../../security/open-external.ts'
import { UserFacingError } from '../call.ts'
import type { Handlers } from '../call.ts'

/** What the page asks of the desktop itself. */
export function desktopHandlers(
  host: WorkspaceHost,
  preferences: PreferenceStore,
  logFile: string,
): Pick<Handlers, 'app:info' | 'app:openLogs' | 'app:diagnostics' | 'shell:openExternal' | 'window:theme'> {
  return {
    'app:info': () => ({
      version: app.getVersion(),
      platform: process.platform,
      electron: process.versions.electron ?? 'unknown',
    }),
    'app:diagnostics': () =>
      desktopDiagnostics({
        versions: {
          version: app.getVersion(),
          electron: process.versions.electron ?? 'unknown',
          chrome: process.versions['chrome'] ?? 'unknown',
          node: process.versions.node,
        },
        isPackaged: app.isPackaged,
        logFile,
        secrets: () => [host.current()?.server.token ?? ''],
      }),
    'app:openLogs': () => shell.showItemInFolder(logFile),
    'shell:openExternal': async ({ url }) => {
      const opened = await openExternal(url, host.current()?.workspace.port ?? null)
      if (!opened)
        throw new UserFacingError('REFUSED', 'Only https addresses and the service’s documentation are opened.')
    },
    'window:theme': ({ theme }) => {
      nativeTheme.themeSource = theme
      preferences.set({ theme })
    },
  }
}
