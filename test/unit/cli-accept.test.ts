import { rm, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { gatehouse } from '../helpers/gatehouse.ts'
import { startServer } from '../helpers/server.ts'

const run = async (...args: string[]) => {
  const { status, out, err } = await gatehouse('audit', 'accept', ...args)
  return { code: status, text: status === 0 ? out : err }
}

it('the command line accepts what was found, with a reason, where no one has the workspace open', async () => {
  const { dataFile, stop, clock } = await startServer()
  const accept = ['--data', dataFile, '--reason', 'A test']
  expect(await run(...accept)).toMatchObject({ code: 1, text: expect.stringContaining('Accept it on the audit page') })
  await stop()
  await writeFile(`${dataFile}.sealed`, 'touched')
  expect(await run('--data', dataFile)).toMatchObject({ code: 2 })
  expect(await run(...accept)).toMatchObject({ code: 0, text: expect.stringMatching(/^RECORD: .*CLOCK: /s) })
  clock.now = Date.now()
  const again = await startServer({ dataFile, clock })
  expect((await again.client.call('getWorkspace')).body.logConcerns).toEqual([])
  const query = { filter: 'eventType eq "gatehouse.log.concern.accept"' }
  expect((await again.client.call('listLogEvents', { query })).body).toHaveLength(2)
  await again.stop()
  await rm(dataFile, { force: true })
})
