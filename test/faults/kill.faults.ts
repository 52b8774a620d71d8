import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { allowLocalHooks, aVerifiedHook, eventually, startEndpoint } from '../helpers/endpoint.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'
import { endProcess, startProcess, type ServiceProcess } from './service.ts'

/** How often the service is killed; 50 in earnest. */
const KILLS = Number(process.env['GATEHOUSE_KILLS'] ?? 5)
const CHANGES_PER_SECOND = 200
const WORKERS = 4
/** The service is killed somewhere between the two. */
const LIFE_MS = { min: 200, max: 1_200 }

/** Makes groups at a steady pace until the service is gone. @returns ids of those that it acknowledged */
async function changeUntilItDies({ client }: ServiceProcess, round: number): Promise<string[]> {
  const acknowledged: string[] = []
  const work = async (worker: number) => {
    const pause = (1_000 * WORKERS) / CHANGES_PER_SECOND
    for (let next = performance.now(), count = 0; ; count += 1) {
      const name = `Round ${round}, ${worker}, ${count}`
      const reply = await client.call('createGroup', { body: { profile: { name } } }).catch(() => null)
      if (!reply) return
      acknowledged.push(reply.body.id)
      next += pause
      await sleep(Math.max(0, next - performance.now()))
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  return acknowledged
}

it(
  `killed ${KILLS} times under load, every acknowledged change is there, logged, queued and delivered, and the log verifies each time`,
  { timeout: 60_000 + KILLS * 20_000 },
  async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const endpoint = await startEndpoint()
    // Slow enough for kills to fall between a request and its note.
    endpoint.answer((_, response) => setTimeout(() => response.end(), 50))
    let service = await startProcess(dataFile)
    await allowLocalHooks(service.client)
    const hook = await aVerifiedHook(service.client, endpoint)

    const acknowledged: string[] = []
    for (let round = 1; round <= KILLS; round += 1) {
      const life = LIFE_MS.min + Math.random() * (LIFE_MS.max - LIFE_MS.min)
      const changes = changeUntilItDies(service, round)
      await sleep(life)
      await endProcess(service, 'SIGKILL')
      acknowledged.push(...(await changes))
      expect((await verifyLogFile(dataFile, {})).violation, `after kill ${round}`).toBeNull()
      service = await startProcess(dataFile)
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS * 10)

    const pending = { params: { eventHookId: hook.id }, query: { status: 'PENDING' } } as const
    await endProcess(service, 'SIGTERM')
    const { integrity, groups, queued } = await withDatabase(dataFile, async (database) => ({
      integrity: await database.first('PRAGMA integrity_check'),
      groups: await database.all<{ id: string }>('SELECT id FROM groups'),
      queued: await database.all<{ id: string; uuid: string }>(
        `SELECT payload ->> '$.target[0].id' AS id, uuid FROM log_events
         JOIN hook_outbox ON event_uuid = uuid WHERE event_type = 'group.lifecycle.create'`,
      ),
    }))
    expect(integrity).toEqual({ integrity_check: 'ok' })
    const there = new Set(groups.map(({ id }) => id))
    expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
    const logged = new Set(queued.map(({ id }) => id))
    expect(acknowledged.filter((id) => !logged.has(id))).toEqual([])

    service = await startProcess(dataFile)
    const arrived = () => new Set(endpoint.events().map(({ uuid }) => uuid))
    const missing = () => {
      const delivered = arrived()
      return queued.filter(({ uuid }) => !delivered.has(uuid))
    }
    await eventually(() => expect(missing()).toEqual([]), 60_000)
    const { client } = service
    await eventually(async () => expect((await client.call('listHookDeliveries', pending)).body).toEqual([]))
    await endProcess(service, 'SIGTERM')
    const copies = endpoint.events().length - arrived().size
    const figures = `${acknowledged.length} changes acknowledged, ${copies} events delivered more than once`
    process.stdout.write(`${KILLS} kills: ${figures}\n`)
  },
)
