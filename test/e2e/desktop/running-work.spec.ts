import { rm } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { loadSample } from '../../helpers/acts/shell.ts'
import {
  answerQuestions,
  closeWindow,
  hasEnded,
  launchDesktop,
  questionsAsked,
  type DesktopUnderTest,
} from '../../helpers/electron-app.ts'

let desktop: DesktopUnderTest
let profileDir = ''
test.beforeEach(async () => {
  desktop = await launchDesktop()
  profileDir = desktop.profileDir
  await loadSample(desktop.page)
})
test.afterEach(async () => {
  if (desktop.app.process().exitCode === null) await desktop.dispose()
  await rm(profileDir, { recursive: true, force: true })
})

/** Exports that take some seconds together, one after another. */
async function beginExports(count: number): Promise<void> {
  const made = await desktop.page.evaluate(async (times) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ format: 'BUNDLE' })
    const replies = Array.from({ length: times }, () =>
      fetch('/gatehouse/v1/logs/exports', { method: 'POST', headers, body }),
    )
    return (await Promise.all(replies)).map(({ ok }) => ok)
  }, count)
  expect(made).toEqual(Array.from({ length: count }, () => true))
}

/** How the exports ended, as the log has it. */
const endings = () =>
  desktop.page.evaluate(async () => {
    const filter = encodeURIComponent('eventType eq "gatehouse.log.export.complete"')
    const reply = await fetch(`/api/v1/logs?filter=${filter}`)
    return ((await reply.json()) as { outcome: { result: string } }[]).map(({ outcome }) => outcome.result)
  })

const close = () => closeWindow(desktop.app)

test('running exports are asked about before quitting; what was cut short says so in the log', async () => {
  await beginExports(5)
  await answerQuestions(desktop.app, 'Cancel', 'Quit anyway')
  await close()
  await expect.poll(() => questionsAsked(desktop.app)).toEqual([expect.stringMatching(/tasks are running\.$/)])
  const ended = hasEnded(desktop)
  await close().catch(() => undefined)
  await ended
  desktop = await launchDesktop({ profileDir })
  expect(await endings()).toContain('FAILURE')
})

test('waiting ends the program once the exports are done', async () => {
  await beginExports(2)
  await answerQuestions(desktop.app, 'Wait')
  const ended = hasEnded(desktop)
  await close()
  await expect(desktop.page.getByText('The workspace closes once this is done')).toBeVisible()
  await ended
  desktop = await launchDesktop({ profileDir })
  expect(await endings()).toEqual(['SUCCESS', 'SUCCESS'])
})
