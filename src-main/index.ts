import { homedir } from 'node:os'
import { join } from 'node:path'
import { app, nativeTheme, session } from 'electron'
import type { BrowserWindow } from 'electron'
import { readLaunchOptions } from './host/launch-options.ts'
import { openAtStart } from './lifecycle/open-at-start.ts'
import { sealRecordOf } from './host/seal-record.ts'
import { secretKeyOf } from './host/secret-key.ts'
import { loadService, service } from './host/load-service.ts'
import { recentWorkspaces } from './host/recents.ts'
import { createSwitch } from './lifecycle/switch-workspace.ts'
import { UserFacingError } from './ipc/call.ts'
import { openPreferences } from './host/preferences.ts'
import { createWorkspaceHost } from './host/workspace-host.ts'
import { routeOfLink } from './ipc/program-link.ts'
import { LINK_SCHEME } from './ipc/channels.ts'
import type { MenuChoice, MenuPage } from './ipc/contract.ts'
import { notify, openGate } from './ipc/gate.ts'
import { desktopHandlers } from './ipc/handlers/desktop.ts'
import { menuHandlers } from './ipc/handlers/menu.ts'
import { printHandlers } from './ipc/handlers/print.ts'
import { serviceHandlers } from './ipc/handlers/service.ts'
import { updateHandlers } from './ipc/handlers/updates.ts'
import { workspaceHandlers } from './ipc/handlers/workspace.ts'
import { createLeaving } from './lifecycle/leave.ts'
import { guardWindow } from './lifecycle/guard-window.ts'
import type { WindowGuard } from './lifecycle/guard-window.ts'
import { openDrafts } from './host/drafts.ts'
import { editorHandlers } from './ipc/handlers/editors.ts'
import { askAboutUnsaved, askAboutWork } from './windows/leave-dialogs.ts'
import { catchCrashes, reviveCrashedPage } from './lifecycle/crash.ts'
import { logFileOf, openLog, serviceLog } from './lifecycle/log.ts'
import { drainOnQuit, endOnSignals } from './lifecycle/quit.ts'
import { runningDownloads } from './host/running-downloads.ts'
import { declareAppScheme, serveAppScheme } from './security/app-protocol.ts'
import { guardContents } from './security/guard-contents.ts'
import { guardSession } from './security/guard-session.ts'
import { keyStore } from './security/key-store.ts'
import { openExternal } from './security/open-external.ts'
import { desktopUpdates } from './updates/desktop-updates.ts'
import { focusWindow, openMainWindow } from './windows/main-window.ts'
import { setMenu } from './windows/menu.ts'
import { askToOpenInstead, questionsAtStart, tell } from './windows/workspace-dialogs.ts'

// The profile comes before the lock: the lock belongs to the profile.
const options = readLaunchOptions(process.argv.slice(1), process.env, process.cwd())
if (options.profileDir) app.setPath('userData', options.profileDir)
if (
  app.requestSingleInstanceLock({ dataFile: options.dataFile ?? null, route: options.route ?? null } satisfies HandOver)
)
  run()
else app.quit()

/** What a second start gives the one that runs. */
interface HandOver {
  dataFile: string | null
  route: string | null
}

function run(): void {
  const profile = app.getPath('userData')
  const devUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
  const log = openLog(profile, !app.isPackaged)
  const report = (error: unknown): void => log.error(error)
  // What fails here fails again, and is said, where a workspace is opened.
  loadService().catch(report)
  const preferences = openPreferences(join(profile, 'preferences.json'), report)
  let window: BrowserWindow | null = null
  const currentWindow = (): BrowserWindow | null => window
  /** Once the first workspace is open; what the page asks before then waits for it. */
  const opened = Promise.withResolvers<void>()
  let hasOpened = false
  void opened.promise.then(() => (hasOpened = true))
  /** For dialogs: null until the window is shown, so that questions at the start have no hidden parent. */
  const seenWindow = (): BrowserWindow | null => (hasOpened ? window : null)
  const rendererDir = join(import.meta.dirname, '../renderer')

  const host = createWorkspaceHost({
    ...service,
    base: { log: serviceLog(log, homedir()) },
    sealRecord: (dataFile) => sealRecordOf(profile, dataFile),
    secretKey: () =>
      secretKeyOf({
        keyStore,
        file: join(profile, 'secret.key'),
        warn: (message, error) => log.warn(message, error),
      }),
    version: app.getVersion(),
    pid: process.pid,
    preferredPort: options.port ?? preferences.get().port,
    rememberPort: (port) => preferences.set({ port }),
    onChange: (workspace) => {
      // What is opened at the start is no change.
      if (hasOpened) notify(window, 'service:changed', { workspace })
    },
    warn: (message, error) => log.warn(message, error),
  })
  const openOutside = (url: string): void => {
    openExternal(url, host.current()?.workspace.port ?? null).catch(report)
  }
  const downloads = runningDownloads()
  const leaving = createLeaving({
    tellPage: (turn, way) => notify(window, 'editors:leave', { turn, way }),
    askUnsaved: (what) => askAboutUnsaved(window, what),
    work: async () => [...((await host.current()?.server.runningWork()) ?? []), ...downloads.running()],
    askWork: (work, end) => askAboutWork(window, work, end),
    onWaiting: (work) => notify(window, 'service:waiting', { work: work && [...work] }),
  })
  const switching = createSwitch({
    host,
    preferences,
    leaving,
    askToOpen: (name, now) => askToOpenInstead(seenWindow(), name, now),
    onRecent: () => refreshMenu(),
  })
  let refreshMenu = (): void => undefined
  let guard: WindowGuard | null = null
  /** Without a question: unsaved changes stay as drafts. */
  const end = (): void => {
    if (guard) guard.end().catch(report)
    else app.quit()
  }
  const crash = {
    end,
    log: (message: string, details: string) => log.error(message, details),
    secrets: () => [host.current()?.server.token ?? ''],
    home: homedir(),
  }

  // `--no-sandbox` is for tests as root, where the system's sandbox cannot work; our window asks for its own all the same.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  declareAppScheme()
  catchCrashes(app, crash)
  guardContents(app, openOutside)
  drainOnQuit(app, () => host.stop(), report)
  /** Before the first workspace is open, the page may not hear. */
  const show = (route: string): void => void opened.promise.then(() => notify(window, 'page:open', { route }))
  const openHandedOver = (file: string): void => {
    focusWindow(seenWindow())
    switching.openHandedOver(file).catch((error: unknown) => {
      if (error instanceof UserFacingError) void tell(seenWindow(), error.message)
      else report(error)
    })
  }
  app.on('second-instance', (_event, _argv, _folder, handOver) => {
    const { dataFile, route } = handOver as HandOver
    if (dataFile) openHandedOver(dataFile)
    else focusWindow(seenWindow())
    if (route) show(route)
  })
  let asked = options.dataFile
  let linked = options.route
  // On macOS a link comes this way, at the start as later.
  app.on('open-url', (event, link) => {
    event.preventDefault()
    linked = routeOfLink(link) ?? linked
    if (!window || !linked) return
    focusWindow(seenWindow())
    show(linked)
  })
  // On macOS a double click comes this way, at the start as later.
  app.on('open-file', (event, file) => {
    event.preventDefault()
    if (host.current()) openHandedOver(file)
    else asked = file
  })

  // Not awaited at the top level: Electron is ready only after this module has run to its end.
  void app.whenReady().then(async () => {
    // `npm start` reads this: the machine can run Electron.
    process.send?.('ready')
    endOnSignals(end)
    log.info(`Gatehouse ${app.getVersion()} on Electron ${process.versions.electron}`)
    nativeTheme.themeSource = preferences.get().theme
    // The other systems' installers register it.
    if (process.platform === 'win32' && app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
    guardSession(session.defaultSession, currentWindow, devUrl, downloads.begin)
    serveAppScheme(session.defaultSession, {
      root: rendererDir,
      devUrl,
      service: () => opened.promise.then(() => host.current()?.server ?? null),
      report,
    })
    const updates = await desktopUpdates({
      host,
      log,
      report,
      onChange: (state) => notify(window, 'updates:changed', state),
    })
    let pages: readonly MenuPage[] = []
    const handlers = {
      ...printHandlers(currentWindow),
      ...menuHandlers((now) => {
        pages = now
        refreshMenu()
      }),
      ...desktopHandlers(host, preferences, logFileOf(profile)),
      ...updateHandlers(updates),
      ...workspaceHandlers({ host, window: seenWindow, preferences, switching, onRecent: () => refreshMenu() }),
      ...serviceHandlers(host, leaving),
      ...editorHandlers(host, openDrafts(profile), leaving),
    }
    openGate(handlers, currentWindow, report, opened.promise)
    refreshMenu = () => {
      const recent = recentWorkspaces(preferences, host.current()?.workspace.file)
      const choose = (choice: MenuChoice): void => notify(window, 'menu:chosen', choice)
      setMenu({ handlers, window: seenWindow, recent, pages, choose, report })
    }
    refreshMenu()
    // WHY before the workspace: the page is read and run in its own process while this one opens the file.
    const preload = join(import.meta.dirname, '../preload/index.cjs')
    const early = (window = openMainWindow({ preload, preferences, route: linked, ready: opened.promise }))
    guard = guardWindow(app, early, leaving)
    reviveCrashedPage(early, crash)
    early.once('closed', () => (window = null))
    const { restore } = service
    if (!(await openAtStart({ host, preferences, folder: profile, asked, questions: questionsAtStart, restore }))) {
      // It was never shown, so nothing can be unsaved in it.
      early.destroy()
      return app.quit()
    }
    refreshMenu()
    // Files come and go while another program has the focus.
    app.on('browser-window-focus', refreshMenu)
    opened.resolve()
  })
}
