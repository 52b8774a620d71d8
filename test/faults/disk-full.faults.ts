import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import type { Refusal } from '../helpers/client.ts'
import { allowLocalHooks, aVerifiedHook, eventually, startEndpoint } from '../helpers/endpoint.ts'
import { withDatabase } from '../helpers/files.ts'
import { isMissing } from '../helpers/outside-programs.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess } from './service.ts'

const FULL_AT = 2_000_000
const ENOUGH = 5_000
/** Below what the write-ahead log grows to before a commit moves it into the file, and far above the file. */
const FULL_FOR_THE_LOG = 20_000_000
const CHANGES = 1_500

it.skipIf(isMissing('prlimit', 'sh'))(
  'a full disk refuses changes with a clear error, and leaves a sound file; once there is room, all goes on',
  { timeout: 120_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    await endProcess(await startProcess(dataFile), 'SIGTERM')
    const service = await startProcess(dataFile, { fileBytes: FULL_AT })
    const { client, child } = service
    const endpoint = await startEndpoint()
    await allowLocalHooks(client)
    await aVerifiedHook(client, endpoint)

    const acknowledged: string[] = []
    let refusal: Refusal | null = null
    for (let count = 0; count < ENOUGH && !refusal; count += 1) {
      const body = { profile: { name: `Group ${count}`, description: 'x'.repeat(1_000) } }
      const made = await client.call('createGroup', { body }).catch(() => null)
      if (made) acknowledged.push(made.body.id)
      else refusal = await client.refused('createGroup', { body })
    }
    expect([refusal?.status, refusal?.code]).toEqual([503, 'E0000010'])
    expect(refusal?.body.errorCauses[0]?.errorSummary).toContain('could not be written')
    expect(acknowledged.length).toBeGreaterThan(10)
    const last = acknowledged.at(-1) as string
    expect((await client.call('getGroup', { params: { groupId: last } })).body.id).toBe(last)

    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
    const after = await client.call('createGroup', { body: { profile: { name: 'There is room again' } } })
    acknowledged.push(after.body.id)
    const arrived = () => new Set(endpoint.events().map(({ target }) => target?.[0]?.id))
    await eventually(() => expect(acknowledged.filter((id) => !arrived().has(id))).toEqual([]), 30_000)
    await endProcess(service, 'SIGTERM')

    const { integrity, logged } = await withDatabase(dataFile, async (database) => ({
      integrity: await database.first('PRAGMA integrity_check'),
      logged: await database.all<{ id: string }>(
        `SELECT groups.id FROM groups JOIN log_events
         ON payload ->> '$.target[0].id' = groups.id AND event_type = 'group.lifecycle.create'`,
      ),
    }))
    expect(integrity).toEqual({ integrity_check: 'ok' })
    const proof = await verifyLogFile(dataFile, {})
    expect(proof.violation).toBeNull()
    // The end is sealed as well, now that there is room.
    expect(proof.sealed?.sequence).toBe(proof.total)
    expect(logged.map(({ id }) => id).sort()).toEqual([...acknowledged].sort())
  },
)

it.skipIf(isMissing('prlimit', 'sh'))(
  'a disk that is full of the write-ahead log refuses a change or two, and goes on with a shorter one',
  { timeout: 120_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    await endProcess(await startProcess(dataFile), 'SIGTERM')
    const service = await startProcess(dataFile, { fileBytes: FULL_FOR_THE_LOG })
    const { client } = service
    const groupId = (await client.call('createGroup', { body: { profile: { name: 'Changed' } } })).body.id
    let refused = 0
    for (let count = 0; count < CHANGES; count += 1) {
      const body = { profile: { name: 'Changed', description: `${count} ${'x'.repeat(1_000)}` } }
      await client.call('replaceGroup', { params: { groupId }, body }).catch(() => (refused += 1))
    }
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(3)
    await endProcess(service, 'SIGTERM')
    expect((await verifyLogFile(dataFile, {})).violation).toBeNull()
  },
)
