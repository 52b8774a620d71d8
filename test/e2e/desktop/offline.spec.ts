import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { chooseFound } from '../../helpers/acts/form.ts'
import { goTo, loadSample } from '../../helpers/acts/shell.ts'
import { launchDesktop, type DesktopUnderTest } from '../../helpers/electron-app.ts'
import { inProgram } from '../../helpers/in-program.ts'

/** No name leads anywhere: what asks the network by a name gets nothing, from the first moment of the program. */
const NO_NAMES = '--host-resolver-rules=MAP * ~NOTFOUND'

/** Starts the program without a network, and notes what its page asks for. */
async function launchOffline(profileDir: string): Promise<DesktopUnderTest & { asked: string[] }> {
  const desktop = await launchDesktop({ profileDir, args: [NO_NAMES] })
  const asked: string[] = []
  desktop.page.on('request', (request) => asked.push(request.url()))
  // The program's own session refuses foreign addresses by itself; another one shows that the network is off.
  const reached = await inProgram(desktop.app, async ({ session }) => {
    session.defaultSession.enableNetworkEmulation({ offline: true })
    const other = session.fromPartition('another')
    return other.fetch('https://example.org/').then(() => 'an answer', String)
  })
  expect(reached).toContain('ERR_NAME_NOT_RESOLVED')
  await desktop.page.reload()
  return { ...desktop, asked }
}

async function simulate(page: Page): Promise<void> {
  await goTo(page, 'Simulate')
  await chooseFound(page.getByRole('group', { name: 'Person' }).getByRole('combobox').first(), 'Ljubica Almsgård')
  await expect(page.getByRole('article', { name: 'Global session policy' })).toContainText('Contractors')
}

test('without a network the program starts, loads its sample, simulates, and has everything at its next start', async () => {
  const profileDir = await mkdtemp(join(tmpdir(), 'gatehouse-offline-'))
  const asked: string[] = []
  try {
    const first = await launchOffline(profileDir)
    await loadSample(first.page)
    await simulate(first.page)
    await first.quit()
    const second = await launchOffline(profileDir)
    await simulate(second.page)
    await goTo(second.page, 'Audit')
    await expect(second.page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
    await second.quit()
    asked.push(...first.asked, ...second.asked)
  } finally {
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5 })
  }
  expect(asked.length).toBeGreaterThan(50)
  expect(asked.filter((url) => !/^(?:app:\/\/gatehouse\/|blob:|data:)/.test(url))).toEqual([])
})
