import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { openPolicy, ruleRow } from '../../helpers/acts/policies.ts'
import {
  answerQuestions,
  closeWindow,
  hasEnded,
  launchDesktop,
  questionsAsked,
  type DesktopUnderTest,
} from '../../helpers/electron-app.ts'
import { inProgram } from '../../helpers/in-program.ts'

let desktop: DesktopUnderTest
/** All programs of a test share its profile. */
let profileDir = ''
test.beforeEach(async () => {
  desktop = await launchDesktop()
  profileDir = desktop.profileDir
  await desktop.page.getByRole('button', { name: 'Start empty' }).click()
})
test.afterEach(async () => {
  if (desktop.app.process().exitCode === null) await desktop.dispose()
  await rm(profileDir, { recursive: true, force: true })
})

/** Opens the editor of a new rule; `name`: types one. */
async function newRule(name?: string): Promise<Locator> {
  const { page } = desktop
  await openPolicy(page, 'SVC_SIGN_ON', 'Default Policy')
  await page.getByRole('main').getByRole('button', { name: 'Add rule' }).click()
  const drawer = page.getByRole('dialog', { name: 'New rule' })
  if (name) await drawer.getByLabel('Name').fill(name)
  return drawer
}

/** What is typed is kept outside of the program after a pause of typing. */
async function draftIsKept(text: string): Promise<void> {
  const folder = join(profileDir, 'drafts')
  const kept = async () => {
    const names = await readdir(folder).catch(() => [])
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n')
  }
  await expect.poll(kept).toContain(text)
}

async function startAgain(): Promise<void> {
  desktop = await launchDesktop({ profileDir })
}

const close = () => closeWindow(desktop.app)
const quit = () => inProgram(desktop.app, async ({ app }) => app.quit())

for (const [way, act] of [
  ['closing the window', close],
  ['quitting', quit],
] as const) {
  test(`${way} with an unsaved rule asks; Cancel stays, Save saves it and closes`, async () => {
    const drawer = await newRule('Contractors')
    await answerQuestions(desktop.app, 'Cancel', 'Save')
    await act()
    await expect.poll(() => questionsAsked(desktop.app)).toEqual(['Save your changes to the rule?'])
    await expect(drawer.getByLabel('Name')).toHaveValue('Contractors')
    const ended = hasEnded(desktop)
    await act().catch(() => undefined)
    await ended
    await startAgain()
    await openPolicy(desktop.page, 'SVC_SIGN_ON', 'Default Policy')
    await expect(ruleRow(desktop.page, 'Contractors')).toBeVisible()
  })
}

test('an editor that cannot be saved says so and stays open', async () => {
  const drawer = await newRule('Contractors')
  await drawer.getByText('JSON', { exact: true }).click()
  await drawer.locator('.cm-content').click()
  await desktop.page.keyboard.press('ControlOrMeta+End')
  await desktop.page.keyboard.type('nonsense')
  await answerQuestions(desktop.app, 'Save', 'Discard')
  await close()
  await expect(desktop.page.getByText('The JSON cannot be read. Correct it to save.')).toBeVisible()
  await expect(drawer).toBeVisible()
  expect(await questionsAsked(desktop.app)).toHaveLength(1)
})

test('Discard ends the program, and nothing is offered at the next start', async () => {
  await newRule('Contractors')
  await answerQuestions(desktop.app, 'Discard')
  const ended = hasEnded(desktop)
  await close()
  await ended
  await startAgain()
  const drawer = await newRule()
  await expect(drawer.getByLabel('Name')).toHaveValue('')
  await desktop.page.waitForTimeout(500)
  await expect(drawer.getByText('An unsaved draft')).toHaveCount(0)
})

test('a signal ends the program without a question; the draft is offered, and gone once it is saved', async () => {
  await newRule('Contractors')
  const ended = hasEnded(desktop)
  // At once: what was typed a moment ago is kept too.
  desktop.app.process().kill('SIGTERM')
  await ended
  await startAgain()
  const drawer = await newRule()
  await expect(drawer.getByText(/^An unsaved draft from \d\d:\d\d exists\.$/)).toBeVisible()
  await drawer.getByRole('button', { name: 'Restore' }).click()
  await expect(drawer.getByLabel('Name')).toHaveValue('Contractors')
  await drawer.getByRole('button', { name: 'Add rule' }).click()
  await expect(ruleRow(desktop.page, 'Contractors')).toBeVisible()
  const next = await newRule()
  await desktop.page.waitForTimeout(500)
  await expect(next.getByText('An unsaved draft')).toHaveCount(0)
})

test('a draft survives a kill of the program', async () => {
  await newRule('Contractors')
  await draftIsKept('Contractors')
  const ended = hasEnded(desktop)
  desktop.app.process().kill('SIGKILL')
  await ended
  await startAgain()
  // That it was begun empty is remembered by the page, whose storage a kill cuts short.
  const begin = desktop.page.getByRole('button', { name: 'Start empty' })
  await expect(begin.or(desktop.page.getByRole('navigation').first())).toBeVisible()
  if (await begin.isVisible()) await begin.click()
  const drawer = await newRule()
  await drawer.getByRole('button', { name: 'Restore' }).click()
  await expect(drawer.getByLabel('Name')).toHaveValue('Contractors')
  await answerQuestions(desktop.app, 'Discard')
})

test('a draft survives a crash of the page', async () => {
  await newRule('Contractors')
  await draftIsKept('Contractors')
  await answerQuestions(desktop.app, 'Load it again')
  const loaded = inProgram(
    desktop.app,
    async ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const [window] = BrowserWindow.getAllWindows()
        window?.webContents.once('did-finish-load', () => resolve())
        window?.webContents.forcefullyCrashRenderer()
      }),
  )
  await loaded
  // The page that was driven is gone: what came in its place is asked through the program.
  const offered = () =>
    inProgram(desktop.app, async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows()
      const find = `[...document.querySelectorAll('button')].find((button) => button.textContent === 'Add rule')?.click();
        document.querySelector('[role=dialog] [role=status]')?.textContent ?? ''`
      return String(await window?.webContents.executeJavaScript(find))
    })
  await expect.poll(offered).toContain('An unsaved draft from')
})
