import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
// Declares `window.gatehouse`.
import type {} from '#ui/api/bridge.ts'
import {
  answerQuestions,
  beginAgain,
  hasEnded,
  launchDesktop,
  questionsAsked,
  startAgain,
  type DesktopUnderTest,
} from '../../helpers/electron-app.ts'
import { inProgram } from '../../helpers/in-program.ts'

let folder = ''
let desktop: DesktopUnderTest
let profileDir = ''
let hasQuit = false
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-files-'))
  desktop = await launchDesktop()
  hasQuit = false
  profileDir = desktop.profileDir
})
test.afterEach(async () => {
  // One that has quit cannot be asked for its process any more.
  if (!hasQuit) await desktop.dispose()
  for (const path of [folder, profileDir]) await rm(path, { recursive: true, force: true })
})

const own = () => join(profileDir, 'workspace.gatehouse')
const choose = (file: string) =>
  inProgram(
    desktop.app,
    async ({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
      dialog.showSaveDialog = async () => ({ canceled: false, filePath: chosen })
    },
    file,
  )
const opened = async () => {
  const reply = await desktop.page.evaluate(() => window.gatehouse?.workspace.info())
  return reply?.ok ? reply.value.file : null
}
/** Makes another workspace and goes back to the first. */
async function another(name: string): Promise<string> {
  const file = join(folder, name)
  await choose(file)
  await desktop.page.evaluate(() => window.gatehouse?.workspace.create({ engine: 'classic' }))
  await choose(own())
  await desktop.page.evaluate(() => window.gatehouse?.workspace.open())
  expect(await opened()).toBe(own())
  return file
}

test('a file that is moved away while it is open is noticed within seconds, and found again', async () => {
  const { page } = desktop
  await page.getByRole('button', { name: 'Start empty' }).click()
  const moved = join(folder, 'moved.gatehouse')
  renameSync(own(), moved)
  // The overview says it, too, where a request of its own is refused first.
  const note = page.getByRole('alert').filter({ hasText: 'was deleted or moved while it was open' }).first()
  await expect(note).toBeVisible({ timeout: 5_000 })
  await choose(moved)
  await note.getByRole('button', { name: 'Find it…' }).click()
  await expect(note).toBeHidden()
  expect(await opened()).toBe(moved)
  expect(existsSync(own())).toBe(false)
})

test('a file that is no workspace closes nothing: no moment without service, no word of opening', async () => {
  const { page } = desktop
  const letter = join(folder, 'letter.gatehouse')
  writeFileSync(letter, 'Dear Ada, this is a letter and no database at all. '.repeat(100))
  await choose(letter)
  const seen = await page.evaluate(async () => {
    const changes: unknown[] = []
    const end = window.gatehouse?.workspace.onServiceChanged((body) => void changes.push(body))
    let done = false
    const asking = window.gatehouse?.workspace.open().finally(() => (done = true))
    const statuses: number[] = []
    while (!done) statuses.push((await fetch('/gatehouse/v1/workspace')).status)
    end?.()
    return { reply: await asking, statuses: [...new Set(statuses)], changes }
  })
  expect(seen).toMatchObject({ reply: { ok: false, error: { code: 'FILE_FOREIGN' } }, statuses: [200], changes: [] })
  await expect(page.getByText(/^Opened /)).toHaveCount(0)
})

test('a second start hands its file over: the first asks, and opens it', async () => {
  const file = await another('second.gatehouse')
  await answerQuestions(desktop.app, 'Cancel', 'Open')
  await startAgain(profileDir, [file])
  await expect.poll(() => questionsAsked(desktop.app)).toEqual(['Open second.gatehouse?'])
  expect(await opened()).toBe(own())
  await startAgain(profileDir, [`--data=${file}`])
  await expect.poll(opened).toBe(file)
  await startAgain(profileDir, [join(folder, 'none.gatehouse')])
  await expect.poll(async () => (await questionsAsked(desktop.app)).at(-1)).toMatch(/^none\.gatehouse is missing\./)
})

test('recent workspaces are offered by the menu and the first screen, missing ones as missing, and can be cleared', async () => {
  const { page, app } = desktop
  const kept = await another('kept.gatehouse')
  const gone = await another('gone.gatehouse')
  await rm(gone)
  await page.reload()
  await expect(page.getByRole('button', { name: /^kept\.gatehouse/ })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'gone.gatehouse missing' })).toBeDisabled()
  await page.getByRole('button', { name: /^kept\.gatehouse/ }).click()
  await expect.poll(opened).toBe(kept)
  const menu = () =>
    inProgram(app, async ({ Menu }) => {
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File')
      const recent = file?.submenu?.items.find(({ label }) => label === 'Open recent')
      return (recent?.submenu?.items ?? []).filter(({ type }) => type !== 'separator').map(({ label }) => label)
    })
  // The menu is made again behind the opening.
  const labels = [`workspace.gatehouse (${profileDir})`, 'gone.gatehouse (missing)', 'Clear recent']
  await expect.poll(menu).toEqual(labels)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Recent' })).toHaveCount(0)
  await expect.poll(menu).toEqual(['Clear recent'])
})

test('the first screen says which engine there is, and makes a workspace with the other one', async () => {
  const { page } = desktop
  await expect(page.getByRole('radio', { name: 'Identity Engine' })).toBeChecked()
  await page.getByRole('button', { name: 'What is this?' }).click()
  await expect(page.getByText('The engine decides which types of policies')).toBeVisible()
  await page.getByText('Classic Engine', { exact: true }).click()
  const file = join(folder, 'classic.gatehouse')
  await choose(file)
  await page.getByRole('button', { name: 'New Classic Engine workspace…' }).click()
  await expect.poll(opened).toBe(file)
  await expect(page.getByRole('radio', { name: 'Classic Engine' })).toBeChecked()
})

test('unsaved edits are asked about before another workspace takes the place', async () => {
  const { page, app } = desktop
  const file = await another('other.gatehouse')
  await page.getByRole('button', { name: 'Start empty' }).click()
  await page.getByRole('navigation').first().getByRole('link', { name: 'Directory' }).click()
  await page.getByRole('navigation').first().getByRole('link', { name: 'Groups' }).click()
  await page.getByRole('button', { name: 'Create group' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Contractors')
  await answerQuestions(app, 'Cancel', 'Discard')
  await choose(file)
  await page.evaluate(() => window.gatehouse?.workspace.open())
  expect(await questionsAsked(app)).toEqual(['Save your changes to “Create group”?'])
  expect(await opened()).toBe(own())
  await page.evaluate(() => window.gatehouse?.workspace.open())
  expect(await opened()).toBe(file)
})

test('a workspace that is missing at the start is not made again while its question is open', async () => {
  const ended = hasEnded(desktop)
  await desktop.quit()
  await ended
  hasQuit = true
  renameSync(own(), join(folder, 'moved.gatehouse'))
  // Its question comes before there is a window that could be driven.
  const program = beginAgain(profileDir, [])
  const gone = new Promise<void>((resolve) => program.once('exit', () => resolve()))
  try {
    const log = join(profileDir, 'logs', 'gatehouse.log')
    const starts = () => readFileSync(log, 'utf8').split('on Electron').length - 1
    await expect.poll(starts).toBe(2)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(program.exitCode).toBeNull()
    expect([existsSync(own()), existsSync(join(profileDir, 'service.json'))]).toEqual([false, false])
  } finally {
    program.kill('SIGKILL')
    await gone
  }
})
