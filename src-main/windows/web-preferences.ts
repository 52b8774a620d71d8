import type { MenuItemConstructorOptions, WebPreferences } from 'electron'

/** Whether this is a packaged build, as `app` says. */
interface Build {
  isPackaged: boolean
}

/**
 * What a window's page may do. A packaged build has no developer tools: with them, a passer-by could read what the
 * page holds.
 * @param preload absolute path of the preload script
 */
export function webPreferences(preload: string, { isPackaged }: Build): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    devTools: !isPackaged,
    // WHY: Chromium's spelling checker would fetch its dictionaries from the network.
    spellcheck: false,
  }
}

/** The entries of the menu "View". */
export function viewMenu({ isPackaged }: Build): MenuItemConstructorOptions[] {
  return [
    { role: 'reload' },
    ...(isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
    { type: 'separator' },
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
}
