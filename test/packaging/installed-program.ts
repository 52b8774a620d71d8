import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import { electronExecutable } from '../../scripts/electron-runtime.ts'
import { PROGRAM } from '../../scripts/packaging/metadata.ts'
import { isMissing, missingOf } from '../helpers/outside-programs.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The folder of the Electron to package; null when there is none on this machine. */
export function electronDist(): string | null {
  const executable = electronExecutable(ROOT)
  return executable && dirname(executable)
}

/** Why a Debian package cannot be tried on this machine, in one sentence; null when it can. */
export function installObstacle(): string | null {
  if (process.platform !== 'linux' || isMissing('dpkg-deb')) return 'this machine has no dpkg'
  if (!electronDist()) return 'there is no Electron runtime on this machine'
  if (process.getuid?.() !== 0) return 'installing needs root'
  if (!process.env['DISPLAY']) return 'there is no display: start it with xvfb-run -a'
  const missing = missingOf(['desktop-file-validate', 'update-mime-database', 'xmllint'])
  return missing.length > 0 ? `${missing.join(' and ')} missing` : null
}

/** An installed program that runs, and its page. */
export interface RunningProgram {
  page: Page
  /** Closes the window, as a person would, and waits for the program's end. @returns its exit status */
  quit(): Promise<number | null>
  /** For a test that failed in between. */
  kill(): void
}

/**
 * Starts an installed program and takes hold of its page. Fuses shut the doors of Node's debugger, which Playwright's own
 * driver for Electron uses; Chromium's protocol is left.
 * @param home where the program finds the person's files
 */
export async function startInstalled(executable: string, home: string): Promise<RunningProgram> {
  // As root the system's sandbox cannot work, and a virtual display has no graphics card.
  const args = ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=0']
  const child = spawn(executable, args, { cwd: home, env: environment(home), stdio: ['ignore', 'ignore', 'pipe'] })
  const debuggerAddress = await debuggerOf(child)
  await pageLoaded(debuggerAddress)
  const browser = await chromium.connectOverCDP(debuggerAddress)
  const ended = once(child, 'exit') as Promise<[number | null]>
  const page = await firstPage(browser)
  return {
    page,
    async quit() {
      await page.close()
      return (await ended)[0]
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

function environment(home: string): NodeJS.ProcessEnv {
  const runtime = electronDist()
  const isOlder = runtime !== null && Number.parseInt(readFileSync(join(runtime, 'version'), 'utf8'), 10) < 35
  return {
    PATH: process.env['PATH'],
    DISPLAY: process.env['DISPLAY'],
    XAUTHORITY: process.env['XAUTHORITY'],
    HOME: home,
    ...(isOlder ? { GATEHOUSE_SQLITE: 'sqlite3-napi9' } : {}),
  }
}

/** The address that Chromium prints; everything else that it printed is the reason when it ends before. */
function debuggerOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', (code) => reject(new Error(`the program ended with ${String(code)}: ${printed}`)))
    child.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-4000)
      const [, address] = /DevTools listening on (ws:\S+)/.exec(printed) ?? []
      if (address) resolve(address)
    })
  })
}

/** Waits for a document with a title: the driver waits without end for a page that it meets before its first document. */
async function pageLoaded(debuggerAddress: string): Promise<void> {
  const list = `http://${new URL(debuggerAddress).host}/json/list`
  await expect
    .poll(async () => ((await (await fetch(list)).json()) as { title: string }[]).map(({ title }) => title), {
      message: 'a page that has its title',
      timeout: 30_000,
    })
    .toContain(PROGRAM.productName)
}

async function firstPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (!context) throw new Error('the program has no page')
  const page = context.pages()[0] ?? (await context.waitForEvent('page'))
  await page.waitForURL('app://gatehouse/**')
  return page
}
