import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, errors } from '@playwright/test'
import type { ElectronApplication, Page } from '@playwright/test'
import { findElectron, type ElectronCommand } from '../../scripts/electron-runtime.ts'
import { inProgram } from './in-program.ts'

/** The desktop under test, with a profile of its own. */
export interface DesktopUnderTest {
  app: ElectronApplication
  page: Page
  profileDir: string
  /** Quits as a person would; the profile stays. */
  quit(): Promise<void>
  /** Quits and removes the profile, unless it was given. */
  dispose(): Promise<void>
}

export interface DesktopOptions {
  /** A profile to go on with; absent: a new one. */
  profileDir?: string
  /** Further arguments of the command line, such as `--data=FILE`. */
  args?: string[]
}

const root = join(import.meta.dirname, '../..')

function electronCommand(): ElectronCommand {
  const electron = findElectron(root)
  if (!electron) throw new Error('no Electron runtime on this machine')
  return electron
}

/**
 * Starts the built desktop as users have it: sandboxed pages, isolated contexts, the app:// scheme.
 * @throws Error when there is no runtime or nothing has been built.
 */
export async function launchDesktop(options: DesktopOptions = {}): Promise<DesktopUnderTest> {
  const { app, profileDir } = await driven(options)
  const page = await app.firstWindow()
  await page.waitForLoadState('load')
  // The window comes before the workspace, and is shown after it.
  const status = await page.evaluate(() => fetch('/gatehouse/v1/workspace').then((reply) => reply.status))
  if (status !== 200) throw new Error(`the page asked before the workspace was open, and was answered ${status}`)
  await noteWhatIsOpened(app)
  const quit = async (): Promise<void> => app.close()
  const dispose = async (): Promise<void> => {
    // After a failure the page may hold unsaved changes, and would ask before it goes.
    const insist = setTimeout(() => app.process().kill('SIGKILL'), PATIENCE_MS)
    await quit()
    clearTimeout(insist)
    if (!options.profileDir) await rm(profileDir, { recursive: true, force: true })
  }
  return { app, page, profileDir, quit, dispose }
}

/**
 * Starts a program under the driver, again where the driver missed its beginning; in a new profile, unless one was given.
 * WHY: it attaches to the window while that goes to its first page, and now and then never gets an answer that the page
 * before had begun. The program itself runs meanwhile, and answers.
 */
export async function driven({ profileDir: given, args = [] }: DesktopOptions) {
  const electron = electronCommand()
  for (let attempt = 1; ; attempt++) {
    const profileDir = given ?? (await mkdtemp(join(tmpdir(), 'gatehouse-profile-')))
    try {
      const app = await _electron.launch({
        executablePath: electron.executable,
        args: [...electron.args, ...SYSTEM_ARGS, `--profile-dir=${profileDir}`, ...args],
        env: { ...definedEnvironment(), ...electron.env },
        timeout: ATTACH_MS,
      })
      return { app, profileDir }
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof errors.TimeoutError)) throw error
      if (!given) await rm(profileDir, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/**
 * Nothing of a test may open the machine's own browser or file manager; what would have been opened can be read.
 * WHY after the workspace is open: while the program starts, the answer to a call into it is now and then lost.
 */
function noteWhatIsOpened(app: ElectronApplication): Promise<void> {
  return inProgram(app, async ({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedOutside: opened })
    shell.openExternal = async (url) => void opened.push(url)
    shell.showItemInFolder = (file) => void opened.push(file)
  })
}

/** What the program would have handed to the system, in order. */
export function openedOutside(app: ElectronApplication): Promise<string[]> {
  return inProgram(app, async () => (globalThis as unknown as { openedOutside: string[] }).openedOutside)
}

/** The next file that the program offers goes there, without asking. @returns waits until it is whole */
export async function saveInto(app: ElectronApplication, file: string): Promise<() => Promise<void>> {
  await inProgram(
    app,
    async ({ session }, path) => {
      const saved = new Promise<string>((resolve) => {
        session.defaultSession.once('will-download', (_event, item) => {
          item.setSavePath(path)
          item.once('done', (_done, state) => resolve(state))
        })
      })
      Object.assign(globalThis, { savedFile: saved })
    },
    file,
  )
  return async () => {
    const state = await inProgram(app, async () => (globalThis as unknown as { savedFile: Promise<string> }).savedFile)
    if (state !== 'completed') throw new Error(`saving ended as ${state}`)
  }
}

/** Starts the program in a profile, undriven: where it shows no window, or gives way to one that runs. */
export function beginAgain(profileDir: string, args: string[]): ChildProcess {
  const electron = electronCommand()
  const given = [...electron.args, ...SYSTEM_ARGS, `--profile-dir=${profileDir}`, ...args]
  return spawn(electron.executable, given, {
    env: { ...definedEnvironment(), ...electron.env },
    stdio: 'ignore',
  })
}

/** Starts the program once more where it runs already. @returns once it has given way to that */
export async function startAgain(profileDir: string, args: string[]): Promise<void> {
  const second = beginAgain(profileDir, args)
  await new Promise<void>((resolve) => second.once('exit', () => resolve()))
}

/** Closes the window as its own button does, which the program may ask about. */
export function closeWindow(app: ElectronApplication): Promise<void> {
  return inProgram(app, async ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
}

/** Answers the program's next questions by the label of a button, in turn; the last answer stays. */
export function answerQuestions(app: ElectronApplication, ...labels: string[]): Promise<void> {
  return inProgram(
    app,
    async ({ dialog }, given) => {
      const asked: string[] = []
      Object.assign(globalThis, { askedQuestions: asked })
      const answer = (...args: unknown[]) => {
        const { message, buttons = [] } = args.at(-1) as { message: string; buttons?: string[] }
        asked.push(message)
        const label = given.length > 1 ? given.shift() : given[0]
        return Promise.resolve({ response: buttons.indexOf(label ?? ''), checkboxChecked: false })
      }
      Object.assign(dialog, { showMessageBox: answer })
    },
    labels,
  )
}

/** What the program has asked since `answerQuestions`. */
export function questionsAsked(app: ElectronApplication): Promise<string[]> {
  return inProgram(app, async () => (globalThis as unknown as { askedQuestions: string[] }).askedQuestions)
}

/** Waits until the program has ended. */
export async function hasEnded({ app }: DesktopUnderTest): Promise<void> {
  const program = app.process()
  if (program.exitCode !== null || program.signalCode !== null) return
  await new Promise<void>((resolve) => program.once('exit', () => resolve()))
}

/** How long attaching may take, in milliseconds: a start takes two seconds, on a loaded machine six. */
const ATTACH_MS = 15_000
const ATTEMPTS = 4

/** How long a program may take to quit before it is ended. */
const PATIENCE_MS = 10_000

/** As root the system's sandbox cannot work, and a virtual display has no graphics card. */
const SYSTEM_ARGS = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu']

function definedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(entries.filter(([name]) => name !== 'ELECTRON_RENDERER_URL'))
}
