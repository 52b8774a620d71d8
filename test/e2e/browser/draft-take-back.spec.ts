import { callFromPage } from '../../helpers/acts/call.ts'
import { expect, test } from '../../helpers/journey.ts'
import { seriousFindings } from '../../helpers/room-views.ts'

test.use({ sample: true })

test('what a draft has changed is published, taken back by another one that is read first, and the workspace is as before', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const call = async <T>(method: string, path: string, body?: object) =>
    (await callFromPage<T>(page, method, path, body)).body
  const groupsNamed = async (q: string) =>
    (await call<{ profile: { name: string; description: string | null } }[]>('GET', `/api/v1/groups?q=${q}`)).map(
      ({ profile }) => [profile.name, profile.description],
    )
  const root = page.url().split('/#')[0]

  const group = { profile: { name: 'Ledger team', description: 'As it was' } }
  const { id } = await call<{ id: string }>('POST', '/api/v1/groups', group)
  const { id: other } = await call<{ id: string }>('POST', '/api/v1/groups', { profile: { name: 'Ledger guests' } })
  const draft = await call<{ id: string }>('POST', '/gatehouse/v1/drafts', { name: 'Tidy ledger' })
  const there = `/drafts/${draft.id}/api/v1`
  for (const [groupId, name] of [
    [id, 'Ledger staff'],
    [other, 'Ledger visitors'],
  ])
    await call('PUT', `${there}/groups/${groupId}`, { profile: { name, description: 'Of the draft' } })
  await call('POST', `${there}/groups`, { profile: { name: 'Ledger night' } })

  await test.step('publish it', async () => {
    await page.goto(`${root}/#/drafts/${draft.id}/publish`)
    await main.getByRole('button', { name: 'Compare' }).last().click()
    await main.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    const row = main.getByRole('table', { name: 'Published drafts' }).getByRole('row', { name: /Tidy ledger/ })
    await expect(row).toContainText('1 created, 2 changed')
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('take it back, after one of its groups was changed by someone else', async () => {
    await call('PUT', `/api/v1/groups/${other}`, { profile: { name: 'Ledger visitors', description: 'Since' } })
    await main.getByRole('button', { name: 'Take back Tidy ledger' }).click()
    await expect(main.getByRole('heading', { name: 'Publish “Take back Tidy ledger”' })).toBeVisible()
    await expect(main.getByText('1 object or list stays as it is')).toBeVisible()
    await expect(main.getByRole('table', { name: 'Left as it is' })).toContainText('Ledger visitors')
    expect(await groupsNamed('Ledger staff')).toEqual([['Ledger staff', 'Of the draft']])
    expect(await seriousFindings(page)).toEqual([])
  })

  await test.step('read and publish the draft that takes it back', async () => {
    await main.getByRole('button', { name: 'Compare' }).last().click()
    await expect(main.getByRole('status').first()).toContainText('1 to change, 1 to remove')
    await main.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('textbox').fill('Take back Tidy ledger')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    const published = main.getByRole('table', { name: 'Published drafts' })
    await expect(published.getByRole('row', { name: /^Tidy ledger/ })).toContainText('Taken back')
    expect(await groupsNamed('Ledger')).toEqual([
      ['Ledger team', 'As it was'],
      ['Ledger visitors', 'Since'],
    ])
  })
})
