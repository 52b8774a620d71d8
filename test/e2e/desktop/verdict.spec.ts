import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { chooseFound } from '../../helpers/acts/form.ts'
import { goTo, loadSample } from '../../helpers/acts/shell.ts'
import { launchDesktop, startAgain } from '../../helpers/electron-app.ts'
import { inProgram } from '../../helpers/in-program.ts'

test('a verdict is saved as a PDF, and its link leads back to it through the program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-verdict-'))
  const desktop = await launchDesktop()
  const { app, page, profileDir } = desktop
  try {
    await loadSample(page)
    await goTo(page, 'Simulate')
    await chooseFound(page.getByRole('group', { name: 'Person' }).getByRole('combobox').first(), 'Ljubica Almsgård')
    const share = page.getByRole('button', { name: 'Share' })
    await expect(share).toBeEnabled()

    const file = join(folder, 'verdict')
    await inProgram(
      app,
      async ({ dialog }, chosen) => {
        dialog.showSaveDialog = async (...given: unknown[]) => {
          Object.assign(globalThis, { proposed: (given.at(-1) as { defaultPath: string }).defaultPath })
          return { canceled: false, filePath: chosen }
        }
      },
      file,
    )
    await share.click()
    await page.getByText('Save as PDF…').click()
    await expect(page.getByText(`Saved ${file}.pdf`)).toBeVisible()
    expect((await readFile(`${file}.pdf`)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await inProgram(app, async () => (globalThis as unknown as { proposed: string }).proposed)).toMatch(
      /Ljubica Almsgård.*\.pdf$/,
    )

    await share.click()
    await page.getByText('Copy link').click()
    await expect(page.getByText('Link copied')).toBeVisible()
    const link = await inProgram(app, async ({ clipboard }) => clipboard.readText())
    expect(link).toMatch(/^gatehouse:\/\/open\/simulate\?/)

    await goTo(page, 'Policies')
    await startAgain(profileDir, [link])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Simulate')
    await expect(page.getByText('Ljubica Almsgård').first()).toBeVisible()
  } finally {
    await desktop.dispose()
    await rm(folder, { recursive: true, force: true })
  }
})
