import { readdir } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Draft } from '#contract/gatehouse/draft.ts'
import { draftClient } from '../helpers/drafts.ts'
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
  expect(await run('create', ...data)).toMatchObject({ code: 2, text: expect.stringContaining('--name') })
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
  expect(await run('discard', ...data, '--draft', 'May')).toMatchObject({ code: 1 })
})
