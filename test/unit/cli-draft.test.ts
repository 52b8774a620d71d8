import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Draft } from '#contract/gatehouse/draft.ts'
import { draftClient, makeDraft } from '../helpers/drafts.ts'
import { gatehouse } from '../helpers/gatehouse.ts'
import { startServer } from '../helpers/server.ts'

const run = async (...args: string[]) => {
  const { status, out, err } = await gatehouse('draft', ...args)
  return { code: status, text: status === 0 ? out : err }
}

it('the command line makes, lists and discards drafts, where no one has the workspace open; the service serves them', async () => {
  const { dataFile, stop } = await startServer()
  const data = ['--data', dataFile]
  expect(await run('create', ...data, '--name', 'May')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Use the page Drafts there.'),
  })
  await stop()
  expect(await run('create', ...data)).toMatchObject({ code: 1, text: expect.stringContaining('--name') })
  const made = JSON.parse((await run('create', ...data, '--name', 'May', '--json')).text) as Draft
  expect(made).toMatchObject({ name: 'May', state: 'READY', changes: 0 })
  expect(made).not.toHaveProperty('url')
  const again = await run('create', ...data, '--name', 'may')
  expect(again).toMatchObject({ code: 1, text: expect.stringContaining('another draft is named May') })

  const server = await startServer({ dataFile })
  const served = (await server.client.call('getDraft', { params: { draftId: made.id } })).body
  await draftClient(server, served).call('createGroup', { body: { profile: { name: 'New' } } })
  await server.stop()
  expect((await run('list', ...data)).text).toMatch(/^dft\w+\t.+\t1 change\tMay\n$/)
  expect(await run('discard', ...data, '--draft', 'MAY')).toMatchObject({ code: 0, text: 'May is discarded.\n' })
  expect(JSON.parse((await run('list', ...data, '--json')).text)).toEqual([])
  expect(await readdir(`${dataFile}.drafts`)).toEqual([])
  expect(await run('discard', ...data, '--draft', 'May')).toEqual({ code: 1, text: 'There is no draft “May”.\n' })
  for (const name of ['First', 'Second', 'Third']) await run('create', ...data, '--name', name)
  expect((await run('list', ...data)).text.match(/\w+$/gm)).toEqual(['Third', 'Second', 'First'])
})

it('a draft of a closed workspace is planned and published, and what removes objects needs its name', async () => {
  const first = await startServer()
  const goes = await first.make.aGroup('Goes')
  const draft = await makeDraft(first, 'Tidy')
  await draft.make.aGroup('Comes')
  await draft.client.call('deleteGroup', { params: { groupId: goes.id } })
  await first.stop()
  const line = ['--data', first.dataFile, '--draft', 'Tidy']
  const draftCommand = (...args: string[]) => gatehouse('draft', ...args)
  expect(await draftCommand('plan', ...line)).toEqual({
    ...{ status: 2, err: '' },
    out: 'create group Comes\nremove group Goes\nimpact not known: Groups change; whom that affects is not counted.\n1 to create, 1 to remove.\n',
  })
  const json = JSON.parse((await draftCommand('plan', ...line, '--json')).out) as object
  expect(json).toMatchObject({ conflicts: 0, problem: null, steps: [{ act: 'create' }, { act: 'remove' }] })
  expect(await draftCommand('plan', ...line, '--prefer', 'both')).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('--prefer takes draft or workspace, not “both”.') },
  })
  expect(await draftCommand('publish', ...line)).toMatchObject({
    ...{ status: 1, err: expect.stringContaining('the plan removes objects, which needs --yes-i-know Tidy.') },
  })
  expect(await draftCommand('publish', ...line, '--yes-i-know', 'Tidy')).toMatchObject({
    ...{ status: 0, out: expect.stringContaining('Tidy is published.') },
  })
  expect((await gatehouse('draft', 'list', '--data', first.dataFile)).out).toBe('')
  await gatehouse('draft', 'create', '--data', first.dataFile, '--name', 'Tidy')
  expect(await draftCommand('publish', ...line)).toMatchObject({
    status: 0,
    out: 'Nothing to do.\nNothing was changed.\n',
  })
  expect((await gatehouse('draft', 'list', '--data', first.dataFile)).out).toContain('Tidy')
  const server = await startServer({ dataFile: first.dataFile, token: first.token })
  const names = (await server.client.call('listGroups', {})).body.map(({ profile }) => profile.name)
  expect(names).toContain('Comes')
  expect(names).not.toContain('Goes')
})

it('a draft of which the workspace refuses something is published without that, where that is asked for', async () => {
  const server = await startServer()
  const group = await server.make.aGroup('Early')
  const draft = await makeDraft(server, 'Renamed')
  const params = { groupId: group.id }
  await draft.client.call('replaceGroup', { params, body: { profile: { name: 'Dawn' } } })
  await draft.make.aGroup('Beside')
  await server.make.aGroup('Dawn')
  await server.stop()
  const line = ['--data', server.dataFile, '--draft', 'Renamed']
  const refused = 'create group Beside\nrefused: group Dawn: profile.name: another group is named Dawn\n'
  expect(await gatehouse('draft', 'plan', ...line)).toMatchObject({ status: 2, out: expect.stringContaining(refused) })
  expect(await gatehouse('draft', 'publish', ...line)).toMatchObject({
    ...{ status: 1, err: 'Nothing was changed: parts of it are refused. --partial leaves those out.\n' },
  })
  expect(await gatehouse('draft', 'publish', ...line, '--partial')).toMatchObject({
    ...{ status: 0, out: expect.stringContaining('Renamed is published, and stays as a draft.\n') },
  })
  expect(await gatehouse('draft', 'publish', ...line, '--partial')).toMatchObject({
    ...{ status: 0, out: expect.stringContaining('Nothing was changed.\n') },
  })
})
