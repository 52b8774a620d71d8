import { expect, it } from 'vitest'
import { gatehouse, theProgram } from '../helpers/gatehouse.ts'
import { startServer, TestClock, type TestServer } from '../helpers/server.ts'

const run = async (...args: string[]) => {
  const { status, out, err } = await gatehouse('token', ...args)
  return { code: status, text: status === 0 ? out : err }
}

const statusOf = async ({ url }: TestServer, token: string) =>
  (await fetch(`${url}/api/v1/groups`, { headers: { Authorization: `SSWS ${token}` } })).status

it('the command line makes, lists and revokes tokens, where no one has the workspace open', async () => {
  const clock = new TestClock(Date.now())
  const { dataFile, stop } = await startServer({ clock })
  const data = ['--data', dataFile]
  expect(await run('create', ...data, '--name', 'CI')).toMatchObject({ code: 1 })
  await stop()
  expect(await run('create', ...data)).toMatchObject({ code: 2, text: expect.stringContaining('--name') })
  expect(await run('make', ...data)).toMatchObject({ code: 2 })
  expect(await run('create', ...data, '--name', 'CI', '--id', 'x')).toMatchObject({ code: 2 })
  const value = (await theProgram('token', 'create', ...data, '--name', 'CI')).out.trim()
  expect(value).toMatch(/^00[\w-]{40}$/)
  const listed = (await run('list', ...data)).text
  expect(listed).not.toContain(value)
  const line = listed.split('\n').find((text) => text.endsWith('\tCI')) ?? ''
  expect(line).toMatch(/^00T\w+\tends .+\tnever used\tCI$/)

  const again = await startServer({ dataFile, clock })
  expect(await statusOf(again, value)).toBe(200)
  await again.stop()
  const id = ['--id', line.split('\t')[0] ?? '']
  expect(await run('revoke', ...data, ...id)).toMatchObject({ code: 0 })
  const missing = await run('revoke', ...data, ...id)
  expect(missing).toMatchObject({ code: 1, text: expect.stringMatching(/^There is no API token “.*”\.\n$/) })
  const last = await startServer({ dataFile, clock })
  expect(await statusOf(last, value)).toBe(401)
})
