import { expect, it } from 'vitest'
import { gatehouse, theProgram } from '../helpers/gatehouse.ts'
import { startServer } from '../helpers/server.ts'

it('the command line restores a backup where no service has the workspace open, and says where the former one is', async () => {
  const { dataFile, stop, client } = await startServer()
  const { file } = (await client.call('backUpWorkspace')).body
  await client.call('createGroup', { body: { profile: { name: 'Later' } } })
  const restore = ['--data', dataFile, '--from', file]
  expect(await gatehouse('restore', ...restore)).toMatchObject({
    status: 1,
    err: expect.stringContaining('Stop that service first.'),
  })
  await stop()
  expect(await gatehouse('restore', '--data', dataFile)).toMatchObject({ status: 2 })
  const { status, out, err } = await theProgram('restore', ...restore)
  expect(status).toBe(0)
  expect(out + err).toContain(`${dataFile} is as it was in ${file}.`)
  expect(out + err).toMatch(/The former workspace is saved as .*\.before-restore-\d{8}T\d{9}Z\.backup/)
  const again = await startServer({ dataFile })
  expect((await again.client.call('listGroups', { query: { q: 'Later' } })).body).toEqual([])
})
