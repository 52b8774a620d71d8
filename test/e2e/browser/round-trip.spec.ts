import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { callFromPage } from '../../helpers/acts/call.ts'
import { connectAndPull } from '../../helpers/acts/sync.ts'
import { makeClient } from '../../helpers/client.ts'
import { makeFactories } from '../../helpers/factories.ts'
import { serveOnce, startHeadless, type HeadlessService } from '../../helpers/headless-service.ts'
import { expect, test } from '../../helpers/journey.ts'

const run = promisify(execFile)
let remote: HeadlessService
test.beforeAll(async () => {
  remote = await startHeadless()
})
test.afterAll(() => remote.dispose())

test('a change goes to a remote and is taken back, one from a draft comes here and is taken back, one of a folder comes from a file', async ({
  journey: { page },
}) => {
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  const make = makeFactories(makeClient(remote))
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Night shift' })
  const rule = await make.aRule(policy, { name: 'On site' })
  await make.aUser({ firstName: 'Ada', lastName: 'Lovelace' })
  const at = `/api/v1/policies/${policy.id}/rules/${rule.id}`
  const call = async <T>(method: string, path: string, body?: object) =>
    (await callFromPage<T>(page, method, path, body)).body
  const namesHere = async (q: string) =>
    (await call<{ profile: { name: string } }[]>('GET', `/api/v1/groups?q=${q}`))
      .map(({ profile }) => profile.name)
      .toSorted()
  const root = page.url().split('/#')[0] ?? ''

  await test.step('connect, and pull', () => connectAndPull(page, remote, 'Harbour'))

  await test.step('change a rule on both sides, and decide for this one', async () => {
    await remote.request('PUT', at, { ...rule, name: 'On site, at night' })
    await call('PUT', at, { ...rule, name: 'On site, by day', actions: { signon: { access: 'DENY' } } })
    await main.getByRole('button', { name: 'Compare' }).first().click()
    await expect(main.getByRole('table', { name: /conflict/ })).toContainText('On site, by day')
    const winner = main.getByRole('radiogroup', { name: 'Which side wins in On site, by day' })
    await winner.getByText('This workspace').click()
    await expect(main.getByRole('region', { name: 'Decisions' })).toContainText('1 of 1 conflict')
  })

  await test.step('plan, and read whom it affects', async () => {
    await main.getByRole('link', { name: 'Plan' }).click()
    await main.getByRole('button', { name: 'Plan changes to Harbour' }).click()
    const steps = main.getByRole('table', { name: 'Steps' })
    await expect(steps.getByRole('row', { name: /On site, by day/ })).toContainText(/loses? access/)
    await expect(main.getByRole('region', { name: 'Whom the plan affects' })).toContainText(/loses? access/)
  })

  await test.step('apply it, and take it back', async () => {
    const apply = async () => {
      await main.getByRole('button', { name: 'Apply…' }).click()
      await expect(dialog.getByRole('button', { name: 'Apply' })).toBeVisible()
      const name = dialog.getByRole('textbox')
      if (await name.isVisible()) await name.fill('Harbour')
      await dialog.getByRole('button', { name: 'Apply' }).click()
      await expect(main.getByRole('status')).toContainText('is done')
    }
    await apply()
    expect(await remote.request('GET', at)).toMatchObject({ name: 'On site, by day' })
    await main.getByRole('button', { name: 'Take back…' }).click()
    await expect(main).toContainText('Takes back the plan of')
    await apply()
    expect(await remote.request('GET', at)).toMatchObject({ name: 'On site, at night' })
  })

  await test.step('change three things in a draft, beneath which the workspace changes', async () => {
    const draft = await call<{ id: string }>('POST', '/gatehouse/v1/drafts', { name: 'Quay' })
    const inside = `/drafts/${draft.id}/api/v1`
    await call('POST', `${inside}/groups`, { profile: { name: 'Crane operators' } })
    await call('POST', `${inside}/groups`, { profile: { name: 'Crane guests' } })
    await call('PUT', `${inside}/policies/${policy.id}/rules/${rule.id}`, { ...rule, name: 'On the quay' })
    await call('POST', '/api/v1/groups', { profile: { name: 'Made beneath' } })
    await page.goto(`${root}/#/drafts/${draft.id}/publish`)
    await main.getByRole('button', { name: 'Compare' }).last().click()
    await expect(main.getByRole('status').first()).toContainText('2 to create, 1 to change')
    await main.getByRole('button', { name: 'Bring draft up to date' }).click()
    await expect.poll(async () => (await call<unknown[]>('GET', `${inside}/groups?q=Made beneath`)).length).toBe(1)
  })

  await test.step('publish it', async () => {
    await main.getByRole('button', { name: 'Publish…' }).click()
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeVisible()
    const name = dialog.getByRole('textbox')
    if (await name.isVisible()) await name.fill('Quay')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    const row = main.getByRole('table', { name: 'Published drafts' }).getByRole('row', { name: /Quay/ })
    await expect(row).toContainText('2 created, 1 changed')
    expect(await namesHere('Crane')).toEqual(['Crane guests', 'Crane operators'])
  })

  await test.step('undo it', async () => {
    await main.getByRole('button', { name: 'Take back Quay' }).click()
    await main.getByRole('button', { name: 'Compare' }).last().click()
    await expect(main.getByRole('status').first()).toContainText('1 to change, 2 to remove')
    await main.getByRole('button', { name: 'Publish…' }).click()
    await dialog.getByRole('textbox').fill('Take back Quay')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(main.getByRole('table', { name: 'Published drafts' })).toContainText('Taken back')
    expect(await namesHere('Crane')).toEqual([])
    expect(await namesHere('Made beneath')).toEqual(['Made beneath'])
  })

  await test.step('write a folder, edit a file, and apply it to a workspace', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gatehouse-round-'))
    try {
      const [files, dataFile] = [join(folder, 'organization'), join(folder, 'other.sqlite')]
      await serveOnce(dataFile)
      const gatehouse = (...args: string[]) => run(process.execPath, ['out/server/cli.js', 'folder', ...args])
      await gatehouse('write', files, '--data', remote.dataFile)
      const file = join(files, 'policies/svc-sign-on/night-shift.yaml')
      const text = await readFile(file, 'utf8')
      expect(text).toContain('On site, at night')
      await writeFile(file, text.replace('On site, at night', 'Of the folder'))
      const { stdout } = await gatehouse('apply', files, '--data', dataFile)
      expect(stdout).toContain('Of the folder')
      expect((await gatehouse('compare', files, '--data', dataFile)).stdout).toContain('No difference')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
