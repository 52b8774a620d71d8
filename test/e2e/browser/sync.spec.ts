import { callFromPage } from '../../helpers/acts/call.ts'
import { makeClient } from '../../helpers/client.ts'
import { makeFactories } from '../../helpers/factories.ts'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

let remote: HeadlessService
test.beforeAll(async () => {
  remote = await startHeadless()
})
test.afterAll(() => remote.dispose())

test('an organization is connected from the first screen and pulled; what both sides then change is decided, and pulled', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const make = makeFactories(makeClient(remote))
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Night shift' })
  const rule = await make.aRule(policy, { name: 'On site' })
  await make.aUser({ firstName: 'Ada', lastName: 'Lovelace' })
  const at = `/api/v1/policies/${policy.id}/rules/${rule.id}`
  const renamed = (name: string, over: object = {}) => ({ ...rule, name, ...over })
  const denied = { actions: { signon: { access: 'DENY' } } }

  await test.step('connect from the first screen', async () => {
    await page.getByRole('button', { name: 'Connect to your organization' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(remote.url)
    await dialog.getByRole('textbox', { name: 'API token' }).fill(remote.token)
    await dialog.getByRole('button', { name: 'Create connection' }).click()
    await expect(page.getByRole('heading', { name: 'Harbour' })).toBeVisible()
    await expect(page).not.toHaveURL(/connect=/)
  })

  await test.step('pull all of it', async () => {
    await main.getByRole('button', { name: 'Pull' }).click()
    await dialog.getByRole('button', { name: 'Pull', exact: true }).click()
    await expect(main.getByRole('status').filter({ hasText: 'Pulled' })).toBeVisible()
    await expect(main).toContainText('Everything was brought')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('change the rule on both sides, and see the conflict', async () => {
    await remote.request('PUT', at, renamed('On site, at night', denied))
    expect((await callFromPage(page, 'PUT', at, renamed('On site, by day'))).status).toBe(200)
    await main.getByRole('button', { name: 'Compare' }).first().click()
    const conflicts = main.getByRole('table', { name: /conflict/ })
    await expect(conflicts).toContainText('On site, by day')
    await expect(conflicts).toContainText('Night shift')
  })

  await test.step('see whom each side affects', async () => {
    const whom = main.getByRole('button', { name: 'Whom it affects: On site, by day' })
    await whom.press('Enter')
    await expect(whom).toHaveAttribute('aria-expanded', 'true')
    const ours = main.getByRole('region', { name: 'By what was changed here' })
    const theirs = main.getByRole('region', { name: 'By what was changed at Harbour' })
    await expect(theirs).toContainText('lose access')
    await expect(theirs).toContainText('Denied')
    await expect(ours).toContainText('No person is affected.')
    await theirs.getByRole('button', { name: 'Show names' }).click()
    await expect(theirs.getByRole('list', { name: 'People' })).toContainText('Ada Lovelace')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('see whom a pull would affect, by who is to win', async () => {
    await main.getByRole('button', { name: 'Pull', exact: true }).click()
    await dialog.getByRole('button', { name: 'Whom this pull affects' }).click()
    await expect(dialog.getByRole('region', { name: 'Whom this pull affects' })).toContainText('lose access')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })

  await test.step('decide for the remote', async () => {
    const winner = main.getByRole('radiogroup', { name: 'Which side wins in On site, by day' })
    await winner.getByText('Harbour').click()
    await expect(main.getByRole('region', { name: 'Decisions' })).toContainText('1 of 1 conflict')
    await page.reload()
    await expect(main.getByRole('region', { name: 'Decisions' })).toContainText('1 of 1 conflict')
    await main.getByRole('button', { name: 'Pull with these decisions' }).click()
    await expect(dialog.getByRole('region', { name: 'Whom this pull affects' })).toContainText('lose access')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Pull', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(main.getByRole('region', { name: 'Decisions' })).toBeHidden()
    const { body } = await callFromPage<{ name: string }>(page, 'GET', at)
    expect(body.name).toBe('On site, at night')
  })
})

test('the log of a remote is followed, and chosen in Audit as a trail of its own', async ({ journey: { page } }) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')

  await test.step('turn on following', async () => {
    await page.getByRole('button', { name: 'Connect to your organization' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Staging')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(remote.url)
    await dialog.getByRole('textbox', { name: 'API token' }).fill(remote.token)
    await dialog.getByRole('switch', { name: 'Follow its log' }).click()
    await dialog.getByRole('button', { name: 'Create connection' }).click()
    const log = main.getByRole('region', { name: 'Its log' })
    await expect(log).toContainText(/read .* · \d+ events?/)
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('see its events in Audit', async () => {
    await main.getByRole('link', { name: 'Show in Audit' }).click()
    await expect(page).toHaveURL(/gatehouse\.import\.id/)
    const events = main.getByRole('table')
    await expect(events.getByLabel('From Staging').first()).toBeVisible()
    await expect(main.getByRole('combobox', { name: 'Log' })).toContainText('Staging')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('see those of this workspace only', async () => {
    await main.getByRole('combobox', { name: 'Log' }).click()
    await page.getByRole('option', { name: 'This workspace' }).click()
    await expect(page).toHaveURL(/not\+?(%20)?\(/)
    await expect(main.getByRole('table').getByLabel('From Staging')).toHaveCount(0)
  })
})
