import { callFromPage } from '../../helpers/acts/call.ts'
import { connectAndPull } from '../../helpers/acts/sync.ts'
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

test('what is changed here is planned, seen step by step, and applied to the remote', async ({ journey: { page } }) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const make = makeFactories(makeClient(remote))
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Night shift' })
  const rule = await make.aRule(policy, { name: 'On site' })
  await make.aRule(policy, { name: 'At home' })
  const crew = await make.aGroup('Crane operators')
  const at = `/api/v1/policies/${policy.id}/rules/${rule.id}`

  await test.step('connect, so that it may write, and pull', () => connectAndPull(page, remote, 'Harbour'))

  await test.step('change something here', async () => {
    const changed = { ...rule, name: 'On site, by day', priority: 2, actions: { signon: { access: 'DENY' } } }
    expect((await callFromPage(page, 'PUT', at, changed)).status).toBe(200)
    const profile = { name: 'Dock hands', description: 'Of the new quay' }
    expect((await callFromPage(page, 'POST', '/api/v1/groups', { profile })).status).toBe(200)
    expect((await callFromPage(page, 'DELETE', `/api/v1/groups/${crew.id}`)).status).toBe(204)
  })

  await test.step('plan, and open a step', async () => {
    await main.getByRole('link', { name: 'Plan' }).click()
    await main.getByRole('button', { name: 'Plan changes to Harbour' }).click()
    const steps = main.getByRole('table', { name: 'Steps' })
    await expect(steps).toContainText('Dock hands')
    await expect(main.getByRole('status')).toContainText('1 to create, 1 to change, 1 to remove, 1 to reorder')
    const rowOf = (name: string) => steps.getByRole('row').filter({ hasText: name })
    await expect(rowOf('On site, by day').first()).toContainText(/loses? access/)
    await expect(rowOf('Order of rules')).toContainText(/gains? access/)
    await expect(main.getByRole('region', { name: 'Whom the plan affects' })).toContainText(
      'By policies alone, no person is affected.',
    )
    await steps.getByRole('button', { name: 'On site, by day' }).press('Enter')
    await expect(main.getByRole('region', { name: 'Who is affected' })).toContainText('Global session policy')
    const fields = main.getByRole('table', { name: 'Fields of On site, by day' })
    await expect(fields).toContainText('On site, by day')
    await expect(main.getByRole('list', { name: 'Requests' })).toContainText(`PUT ${at}`)
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('apply it, once its name is typed', async () => {
    await main.getByRole('button', { name: 'Apply…' }).click()
    await expect(dialog).toContainText(remote.url)
    await expect(dialog).toContainText('Removed there: 1 group')
    await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await dialog.getByRole('textbox').fill('Harbour')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(main.getByRole('status')).toContainText('All 4 steps are done')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('see it at the remote', async () => {
    expect(await remote.request('GET', at)).toMatchObject({ name: 'On site, by day', priority: 2 })
    const groups = await remote.request<{ profile: { name: string } }[]>('GET', '/api/v1/groups')
    const names = groups.map(({ profile }) => profile.name)
    expect(names).toContain('Dock hands')
    expect(names).not.toContain('Crane operators')
  })

  await test.step('take it back, as another plan that is seen first', async () => {
    await main.getByRole('button', { name: 'Take back…' }).click()
    await expect(main).toContainText('Takes back the plan of')
    await expect(main.getByRole('status')).toContainText('1 to create, 1 to change, 1 to remove, 1 to reorder')
    expect(await seriousFindings(page)).toEqual([])
    await main.getByRole('button', { name: 'Apply…' }).click()
    await dialog.getByRole('textbox').fill('Harbour')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(main.getByRole('status')).toContainText('All 4 steps are done')
    expect(await remote.request('GET', at)).toMatchObject({ name: 'On site', priority: 1 })
    const groups = await remote.request<{ profile: { name: string } }[]>('GET', '/api/v1/groups')
    const names = groups.map(({ profile }) => profile.name)
    expect(names).toContain('Crane operators')
    expect(names).not.toContain('Dock hands')
    await expect(main.getByRole('table', { name: 'Earlier plans' })).toContainText('Taken back')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('bring it there after all', async () => {
    await main.getByRole('button', { name: 'Plan again' }).click()
    await expect(main.getByRole('button', { name: 'Apply…' })).toBeVisible()
    await main.getByRole('button', { name: 'Apply…' }).click()
    await dialog.getByRole('textbox').fill('Harbour')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(main.getByRole('status')).toContainText('All 4 steps are done')
  })

  await test.step('planned again, there is nothing to do', async () => {
    await main.getByRole('button', { name: 'Plan again' }).click()
    await expect(main).toContainText('The remote is as the workspace; nothing to apply')
    await expect(main.getByRole('table', { name: 'Earlier plans' })).toContainText('4 of 4')
    await page.reload()
    await expect(main.getByRole('table', { name: 'Earlier plans' })).toContainText('Applied')
    expect(await seriousFindings(page)).toEqual([])
  })
})
