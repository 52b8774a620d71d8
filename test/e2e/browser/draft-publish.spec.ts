import { callFromPage } from '../../helpers/acts/call.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test.use({ sample: true })

test('what a draft has changed is compared, read with whom it affects, brought up to date and published', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const call = async <T>(method: string, path: string, body?: object) =>
    (await callFromPage<T>(page, method, path, body)).body

  const draft = await call<{ id: string }>('POST', '/gatehouse/v1/drafts', { name: 'Tighten sign-in' })
  const there = `/drafts/${draft.id}/api/v1`
  const policies = await call<{ id: string; name: string }[]>('GET', `${there}/policies?type=SVC_SIGN_ON`)
  const policy = policies.find(({ name }) => name === 'Contractors')?.id ?? ''
  await call('POST', `${there}/policies/${policy}/lifecycle/deactivate`)
  await call('POST', `${there}/groups`, { profile: { name: 'Night shift' } })
  await call('POST', '/api/v1/groups', { profile: { name: 'Made meanwhile' } })

  await test.step('compare, from the head of the draft', async () => {
    await page.goto(`${page.url().split('/#')[0]}/drafts/${draft.id}/`)
    const head = page.getByRole('complementary', { name: 'Draft' })
    await head.getByRole('button', { name: 'Compare and publish' }).click()
    await expect(main.getByRole('heading', { name: 'Publish “Tighten sign-in”' })).toBeVisible()
    await expect(main.getByText('Not compared yet')).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    await main.getByRole('button', { name: 'Compare' }).last().click()
    await expect(main.getByRole('status').first()).toContainText('1 to create, 1 to change')
    const steps = main.getByRole('table', { name: 'Steps' })
    await expect(steps.getByRole('row', { name: /Night shift/ })).toBeVisible()
    await expect(steps.getByRole('row', { name: /Contractors/ })).toContainText('people')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('bring it up to date, which compares again', async () => {
    await main.getByRole('button', { name: 'Bring draft up to date' }).click()
    await expect
      .poll(async () => (await call<{ profile: { name: string } }[]>('GET', `${there}/groups?q=Made`)).length)
      .toBe(1)
    await expect(main.getByRole('button', { name: 'Publish…' })).toBeEnabled()
    await expect(main.getByRole('status').first()).toContainText('1 to create, 1 to change')
  })

  await test.step('what both have changed is named, decided, and brought along', async () => {
    const group = await call<{ id: string }[]>('GET', `${there}/groups?q=Made`)
    const change = (path: string, description: string) =>
      call('PUT', `${path}/groups/${group[0]?.id}`, { profile: { name: 'Made meanwhile', description } })
    await change(there, 'Of the draft')
    await change('/api/v1', 'Of the workspace')
    await main.getByRole('button', { name: 'Bring draft up to date' }).click()
    await expect(main.getByText('say who wins')).toBeVisible()
    await expect(main.getByText('Group “Made meanwhile”')).toBeVisible()
    await main.getByRole('button', { name: 'Keep the workspace’s' }).click()
    await expect(main.getByText('Group “Made meanwhile”')).toBeHidden()
    await main.getByRole('button', { name: 'Bring draft up to date' }).click()
    await expect
      .poll(async () => JSON.stringify(await call('GET', `${there}/groups?q=Made`)))
      .toContain('Of the workspace')
    await expect(main.getByRole('button', { name: 'Publish…' })).toBeEnabled()
    await expect(main.getByText('say who wins')).toBeHidden()
  })

  await test.step('publish it', async () => {
    await main.getByRole('button', { name: 'Publish…' }).click()
    await expect(dialog).toContainText('1 to create, 1 to change')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(main.getByText('No drafts yet')).toBeVisible()
    const after = await call<{ status: string }>('GET', `/api/v1/policies/${policy}`)
    expect(after.status).toBe('INACTIVE')
  })
})
