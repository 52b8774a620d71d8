import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { builtCli } from '../helpers/built-cli.ts'
import { startServer } from '../helpers/server.ts'

const run = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [await builtCli(), 'restore', ...args]).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  )

it('the command line restores a backup where no service has the workspace open, and says where the former one is', async () => {
  const { dataFile, stop, client } = await startServer()
  const { file } = (await client.call('backUpWorkspace')).body
  await client.call('createGroup', { body: { profile: { name: 'Later' } } })
  const restore = ['--data', dataFile, '--from', file]
  expect(await run(...restore)).toMatchObject({ code: 1, text: expect.stringContaining('Stop that service first.') })
  await stop()
  expect(await run('--data', dataFile)).toMatchObject({ code: 2 })
  const { code, text } = await run(...restore)
  expect(code).toBe(0)
  expect(text).toContain(`${dataFile} is as it was in ${file}.`)
  expect(text).toMatch(/The former workspace is saved as .*\.before-restore-\d{8}T\d{9}Z\.backup/)
  const again = await startServer({ dataFile })
  expect((await again.client.call('listGroups', { query: { q: 'Later' } })).body).toEqual([])
})
