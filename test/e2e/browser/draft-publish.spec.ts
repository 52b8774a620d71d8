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
  await call('POST', '/api/v1/groups', { profile: { name: 'Other one' } })

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
      .poll(async () => (await call<{ profile: { name: string } }[]>('GET', `${there}/groups?q=Other`)).length)
      .toBe(1)
    await expect(main.getByRole('button', { name: 'Publish…' })).toBeEnabled()
    await expect(main.getByRole('status').first()).toContainText('1 to create, 1 to change')
  })

  await test.step('what both have changed is shown with what each has, decided one by one, and brought along', async () => {
    const groupOf = async (base: string, name: string) =>
      (await call<{ id: string; profile: object }[]>('GET', `${base}/groups?q=${name}`))[0]
    const change = async (base: string, name: string, description: string) =>
      call('PUT', `${base}/groups/${(await groupOf(base, name))?.id}`, { profile: { name, description } })
    for (const name of ['Made meanwhile', 'Other one']) {
      await change(there, name, 'Of the draft')
      await change('/api/v1', name, 'Of the workspace')
    }
    await main.getByRole('button', { name: 'Bring draft up to date' }).click()
    await expect(main.getByText('say who wins')).toBeVisible()
    await expect(main.getByText('Decide the conflicts below first.')).toBeVisible()
    const fields = main.getByRole('table', { name: 'Fields of Group “Made meanwhile”' })
    const values = ['profile.description', 'Not set', 'Of the draft', 'Of the workspace']
    for (const value of values) await expect(fields.getByRole('row').nth(1)).toContainText(value)
    expect(await seriousFindings(page)).toEqual([])

    const choice = (name: string) => main.getByRole('radiogroup', { name: `Which side wins: Group “${name}”` })
    await choice('Made meanwhile').getByRole('radio').first().focus()
    await page.keyboard.press('ArrowRight')
    await expect(choice('Made meanwhile').getByRole('radio', { name: 'Workspace' })).toBeChecked()
    await expect(main.getByText('1 of 2 conflicts chosen')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Publish…' })).toBeDisabled()
    await main.getByRole('button', { name: 'Compare with these choices' }).click()
    await expect(main.getByText('Group “Made meanwhile”')).toBeHidden()
    await expect(main.getByText('Decided by 1 choice.')).toBeVisible()
    await expect(main.getByText('Group “Other one”')).toBeVisible()

    await main.getByRole('button', { name: 'Decide again' }).click()
    await expect(choice('Made meanwhile').getByRole('radio', { name: 'Workspace' })).toBeChecked()
    await main.getByRole('button', { name: 'Take the draft’s for the rest' }).click()
    await expect(main.getByText('Decided by 1 choice; in the rest the draft’s is taken.')).toBeVisible()
    await main.getByRole('button', { name: 'Bring draft up to date' }).click()
    await expect
      .poll(async () => [
        await groupOf(there, 'Made meanwhile').then((one) => one?.profile),
        await groupOf(there, 'Other one').then((one) => one?.profile),
      ])
      .toEqual([
        { name: 'Made meanwhile', description: 'Of the workspace' },
        { name: 'Other one', description: 'Of the draft' },
      ])
    await expect(main.getByRole('button', { name: 'Publish…' })).toBeEnabled()
    await expect(main.getByText('say who wins')).toBeHidden()
    await expect(main.getByRole('status').first()).toContainText('1 to create, 2 to change')
  })

  await test.step('publish it', async () => {
    await main.getByRole('button', { name: 'Publish…' }).click()
    await expect(dialog).toContainText('1 to create, 2 to change')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(main.getByText('No drafts yet')).toBeVisible()
    const after = await call<{ status: string }>('GET', `/api/v1/policies/${policy}`)
    expect(after.status).toBe('INACTIVE')
  })
})
