import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import type { PreferenceStore } from '../host/preferences.ts'
import { APP_ORIGIN } from '../ipc/channels.ts'
import { webPreferences } from './web-preferences.ts'
import { MIN_HEIGHT, MIN_WIDTH, placeWindow } from './window-state.ts'

/** The page's own backgrounds, so that nothing flashes before it has drawn. */
const BACKGROUND = { light: '#ffffff', dark: '#16181d' }

function background(): string {
  return nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light
}

interface MainWindowParts {
  preload: string
  preferences: PreferenceStore
  /** Path and query of the page to begin with; absent: the overview. */
  route: string | undefined
  /** What the window is not shown before. */
  ready: Promise<void>
}

/** Opens the window where it was last time and shows it once the page has drawn. */
export function openMainWindow({ preload, preferences, route = '/', ready }: MainWindowParts): BrowserWindow {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter((display) => display.id !== primary.id)
  const { maximized, ...bounds } = placeWindow(
    preferences.get().window,
    [primary, ...others].map((display) => display.workArea),
  )
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    title: 'Gatehouse',
    backgroundColor: background(),
    autoHideMenuBar: true,
    webPreferences: webPreferences(preload, app),
  })
  window.once('ready-to-show', () => {
    void ready.then(() => {
      if (window.isDestroyed()) return
      if (maximized) window.maximize()
      window.show()
    })
  })
  window.on('close', () => {
    preferences.set({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
  })
  const recolour = (): void => window.setBackgroundColor(background())
  nativeTheme.on('updated', recolour)
  window.once('closed', () => nativeTheme.removeListener('updated', recolour))
  void window.loadURL(`${APP_ORIGIN}/#${route}`)
  return window
}

/** Brings the window forward, whatever state it is in. */
export function focusWindow(window: BrowserWindow | null): void {
  if (!window) return
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
