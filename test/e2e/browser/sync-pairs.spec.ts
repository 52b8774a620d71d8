import { callFromPage } from '../../helpers/acts/call.ts'
import { makeClient } from '../../helpers/client.ts'
import { makeFactories } from '../../helpers/factories.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

let remote: HeadlessService
test.beforeAll(async () => {
  remote = await startHeadless()
})
test.afterAll(() => remote.dispose())

/** An application of a name that others may have, at an address of its own. */
function aWiki(url: string) {
  const app = soundApp('BOOKMARK', 'Wiki') as { settings: { app: object } }
  return { ...app, settings: { ...app.settings, app: { ...app.settings.app, url } } }
}

test('objects that ids and names do not tell are paired by hand, and compared as one from then on', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const compare = main.getByRole('button', { name: 'Compare', exact: true })

  await test.step('connect, with two applications of one name and a group of another name on each side', async () => {
    await makeFactories(makeClient(remote)).aGroup('Team')
    for (const url of ['https://two.example.com', 'https://one.example.com/new'])
      await remote.request('POST', '/api/v1/apps', aWiki(url))
    await page.getByRole('button', { name: 'Connect to your organization' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(remote.url)
    await dialog.getByRole('textbox', { name: 'API token' }).fill(remote.token)
    await dialog.getByRole('button', { name: 'Create connection' }).click()
    await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
    for (const url of ['https://one.example.com', 'https://two.example.com'])
      expect((await callFromPage(page, 'POST', '/api/v1/apps', aWiki(url))).status).toBe(200)
    const crew = { profile: { name: 'Crew', description: '' } }
    expect((await callFromPage(page, 'POST', '/api/v1/groups', crew)).status).toBe(200)
    await compare.click()
    await expect(main.getByRole('region', { name: 'Ambiguous names' })).toContainText('Wiki')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('say which application is which', async () => {
    const names = main.getByRole('region', { name: 'Ambiguous names' })
    const row = names.getByRole('row', { name: 'https://one.example.com', exact: false })
    await row.getByRole('combobox').click()
    await page.getByRole('option', { name: 'https://one.example.com/new' }).click()
    await names.getByRole('button', { name: 'Pair Wiki' }).click()
    await expect(names).toBeHidden()
    const apps = main.getByRole('table', { name: 'Applications' })
    await apps.getByRole('button', { name: 'Wiki', exact: true }).click()
    await expect(apps).toContainText('https://one.example.com/new')
    await expect(main.getByRole('table', { name: 'Paired by hand' })).toContainText('Wiki')
  })

  await test.step('pair a group that has another name there', async () => {
    await main.getByRole('button', { name: 'Pair with…: Crew' }).press('Enter')
    await dialog.getByRole('combobox', { name: 'Is the same in Harbour as' }).click()
    await page.getByRole('option', { name: 'Team' }).click()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pair', exact: true }).click()
    await expect(dialog).toBeHidden()
    const groups = main.getByRole('table', { name: 'Groups' })
    await groups.getByRole('button', { name: 'Crew', exact: true }).click()
    await expect(groups.getByRole('table')).toContainText('profile.name')
    await expect(groups).not.toContainText('Only in')
  })

  await test.step('remove the pair of the group, and see both again', async () => {
    await main.getByRole('button', { name: 'Remove the pair of Crew' }).click()
    await expect(main.getByRole('table', { name: 'Groups' })).toContainText('Only in Harbour')
    await expect(main.getByRole('table', { name: 'Paired by hand' })).not.toContainText('Crew')
    expect(await seriousFindings(page)).toEqual([])
  })
})
