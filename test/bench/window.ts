import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from '@playwright/test'
import { electronExecutable } from '../../scripts/electron-runtime.ts'
import { driven, launchDesktop } from '../helpers/electron-app.ts'
import { shown } from './shown.ts'
import { ratioFigure, timed, type Figure } from './measure.ts'

const ROUNDS = 5
const ROOT = join(import.meta.dirname, '../..')
const EMPTY = join(import.meta.dirname, 'empty-window.mjs')
const APART = ['--no-sandbox', '--disable-gpu']

/**
 * From the start of the program to a page that shows what the service told it, and answers to the keyboard; then it is ended, which
 * does not count. WHY not by `launchDesktop`: what that asks and prepares for tests is not part of a start.
 */
async function usable(profileDir: string): Promise<number> {
  let end = async () => {}
  const took = await timed(async () => {
    const { app } = await driven({ profileDir })
    end = () => app.close()
    const page = await app.firstWindow()
    await shown(page, 'h1')
    await page.keyboard.press('ControlOrMeta+k')
    await shown(page, '[role=dialog] input')
  })
  await end()
  return took
}

/** The same of a program that shows one field in a window and does nothing else. */
async function emptyUsable(executable: string): Promise<number> {
  let end = async () => {}
  const took = await timed(async () => {
    const app = await _electron.launch({
      executablePath: executable,
      args: [EMPTY, ...APART],
    })
    end = () => app.close()
    const page = await app.firstWindow()
    await page.getByRole('textbox').press('k')
  })
  await end()
  return took
}

/** The window of the desktop on the sample organization, beside an empty one; nothing where there is no Electron. */
export async function run(): Promise<Figure[]> {
  const electron = electronExecutable(ROOT)
  if (!electron) {
    console.log('No Electron runtime: the window is not measured.')
    return []
  }
  const profileDir = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  try {
    const first = await launchDesktop({ profileDir })
    await first.page.getByRole('button', { name: 'Load the sample organization' }).click()
    await first.page.getByRole('heading', { name: 'Tidewrack Logistics' }).waitFor({ timeout: 60_000 })
    await first.quit()
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await usable(profileDir))
      theirs.push(await emptyUsable(electron))
    }
    return [
      ratioFigure(
        'Start of the desktop to a window that answers',
        'ms',
        { ours, theirs },
        { bound: { most: 3.5 }, of: 'an empty Electron window' },
      ),
    ]
  } finally {
    await rm(profileDir, { recursive: true, force: true })
  }
}
