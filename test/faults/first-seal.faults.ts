import { copyFile, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, type ServiceProcess } from './service.ts'

/** A workspace whose service was killed when its first seal was committed, and not yet noted beside the key. */
async function killedBeforeTheNote(): Promise<string> {
  const dataFile = join(await aFolder(), 'org.sqlite')
  // A folder in the place of the draft: the note cannot be written.
  await mkdir(`${dataFile}.sealed.draft/full`, { recursive: true })
  const service = await startProcess(dataFile)
  await service.client.call('createGroup', { body: { profile: { name: 'One' } } })
  // The key is made together with the first seal.
  await service.client.call('getLogKey')
  await endProcess(service, 'SIGKILL')
  await rm(`${dataFile}.sealed.draft`, { recursive: true })
  await expect(stat(`${dataFile}.sealed`)).rejects.toThrow('ENOENT')
  return dataFile
}

async function takeOversOf({ client }: ServiceProcess): Promise<number> {
  const query = { filter: 'eventType eq "gatehouse.log.adopt"' }
  return (await client.call('listLogEvents', { query })).body.length
}

it(
  'a kill between the first seal and its note is no take-over; the note is made good',
  { timeout: 120_000 },
  async () => {
    const dataFile = await killedBeforeTheNote()
    for (let start = 0; start < 2; start += 1) {
      const service = await startProcess(dataFile)
      expect(await takeOversOf(service)).toBe(0)
      expect((await service.client.call('getWorkspace')).body.logConcerns).toEqual([])
      await endProcess(service, 'SIGTERM')
      expect((await stat(`${dataFile}.sealed`)).isFile()).toBe(true)
    }
  },
)

it('what was killed there and then moved, with its key, is taken over', { timeout: 120_000 }, async () => {
  const dataFile = await killedBeforeTheNote()
  const moved = join(await aFolder(), 'moved.sqlite')
  for (const end of ['', '-wal', '.key']) await copyFile(`${dataFile}${end}`, `${moved}${end}`)
  const service = await startProcess(moved)
  expect(await takeOversOf(service)).toBe(1)
  await endProcess(service, 'SIGTERM')
})

it('a note that is missing after a clean end is said', { timeout: 120_000 }, async () => {
  const dataFile = await killedBeforeTheNote()
  await endProcess(await startProcess(dataFile), 'SIGTERM')
  await rm(`${dataFile}.sealed`)
  const service = await startProcess(dataFile)
  expect(await takeOversOf(service)).toBe(1)
  await endProcess(service, 'SIGTERM')
})
