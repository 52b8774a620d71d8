import { callFromPage } from '../../helpers/acts/call.ts'
import { makeClient } from '../../helpers/client.ts'
import { makeFactories } from '../../helpers/factories.ts'
import { startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

let staging: HeadlessService
let production: HeadlessService
test.beforeAll(async () => {
  ;[staging, production] = [await startHeadless(), await startHeadless()]
})
test.afterAll(() => Promise.all([staging.dispose(), production.dispose()]))

test('what one instance has is promoted to another, once a twin of that took it', async ({ journey: { page } }) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const [there, target] = [makeFactories(makeClient(staging)), makeFactories(makeClient(production))]
  const crew = await there.aGroup('Crane operators')
  const conditions = { people: { groups: { include: [crew.id] } } }
  const policy = await there.aPolicy('SVC_SIGN_ON', { name: 'Night shift', conditions })
  await there.aRule(policy, { name: 'Deny at night', actions: { signon: { access: 'DENY' } } } as never)
  const same = await target.aGroup('Crane operators')
  for (let made = 0; made < 2; made += 1) await target.aUser({}, [same.id])
  const authentication = { type: 'API_TOKEN', token: staging.token }
  await callFromPage(page, 'POST', '/gatehouse/v1/connections', {
    name: 'Staging',
    address: staging.url,
    authentication,
  })

  await test.step('connect to the one that may be written', async () => {
    await page.getByRole('button', { name: 'Connect to your organization' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Production')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(production.url)
    await dialog.getByRole('textbox', { name: 'API token' }).fill(production.token)
    await dialog.getByRole('switch', { name: 'May write' }).click()
    await dialog.getByRole('button', { name: 'Create connection' }).click()
  })

  await test.step('plan the promotion', async () => {
    await main.getByRole('link', { name: 'Plan' }).click()
    await main.getByRole('button', { name: 'Promote to Production…' }).click()
    await expect(dialog).toContainText('what makes Production be as Staging')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Plan', exact: true }).click()
    await expect(main).toContainText('It makes Production be as Staging; what only Production has stays.')
    await expect(main).toContainText('A twin of Production took all steps.')
    await expect(main.getByRole('table', { name: 'Steps' })).toContainText('Deny at night')
    await expect(main.getByRole('region', { name: 'Whom the plan affects' })).toContainText('2 people lose access')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('apply it by its name', async () => {
    await main.getByRole('button', { name: 'Apply…' }).click()
    await dialog.getByRole('textbox').fill('Production')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(main.getByRole('status')).toContainText(/All \d steps are done/)
    const policies = await production.request<{ name: string }[]>('GET', '/api/v1/policies?type=SVC_SIGN_ON')
    expect(policies.map(({ name }) => name)).toContain('Night shift')
  })

  await test.step('plan again with a dry run: there is nothing left', async () => {
    const others = main.getByRole('button', { name: 'Other ways to plan' })
    // The page reads the plan again once it is applied; until then the button takes no key.
    await expect(others).toBeEnabled()
    await others.press('Enter')
    await page.getByRole('menuitem', { name: 'Plan with a dry run' }).click()
    await expect(main).toContainText('The remote is as Staging; nothing to apply')
  })
})
