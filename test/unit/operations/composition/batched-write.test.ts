import { join } from 'node:path'
import { Op } from 'sequelize'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { openStore, type Store } from '#db/store.ts'
import { groups } from '#db/tables/groups.ts'
import { objectVersions } from '#db/tables/object-versions.ts'
import { createGroup } from '#operations/directory/groups.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { createZone } from '#operations/zones/zones.ts'
import { initializeWorkspace } from '#operations/workspace/initialize-workspace.ts'
import { aFolder, START } from '../../../helpers/server.ts'

let store: Store
let service: Service
beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), new Date(START).toISOString())
  await initializeWorkspace(store, { engine: 'identity' }, () => START)
  service = createService({ store, version: '0', engine: 'identity', clock: () => START, url: () => '' })
})
afterAll(async () => {
  await service.workers.close()
  await store.close()
})

/** How many transactions there were, and the events of each. */
let commits: (readonly LogEvent[])[] = []
beforeEach(() => {
  commits = []
  const end = service.onCommit((_, events) => void commits.push(events))
  return () => end()
})

const named = (name: string) => (tx: Tx) => createGroup(tx, { name, description: null })
const aZone = (name: string) => (tx: Tx) =>
  createZone(tx, { type: 'IP', name, gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] } as never)
const runOf = ({ transaction }: LogEvent) => transaction.id

describe('small writes of which many come at once', () => {
  it('share few transactions, and each has its own result and its own event', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `Together ${at}`)
    const ids = await Promise.all(names.map((name) => service.batchedWrite(systemContext(name), named(name))))
    expect(commits.length).toBeLessThan(10)
    const kept = await groups.byId(store.read, ids)
    expect(ids.map((id) => kept.get(id)?.name)).toEqual(names)
    const events = commits.flat()
    expect(events.map(runOf)).toEqual(names)
    expect(events.map(({ target }) => target?.[0]?.id)).toEqual(ids)
  })

  it('leave versions that name each its own run', async () => {
    const ids = await Promise.all(
      ['one', 'two', 'three'].map((run) => service.batchedWrite(systemContext(`zone ${run}`), aZone(`Zone ${run}`))),
    )
    const versions = await objectVersions.all(store.read, `WHERE kind = 'zone' ORDER BY id`)
    const own = versions.filter(({ objectId }) => ids.includes(objectId))
    expect(own.map(({ objectId, version, transactionId }) => [objectId, version, transactionId])).toEqual(
      ids.map((id, at) => [id, 1, `zone ${['one', 'two', 'three'][at]}`]),
    )
    const events = new Map(commits.flat().map(({ uuid, transaction }) => [uuid, transaction.id]))
    for (const { eventUuid, transactionId } of own) expect(events.get(eventUuid ?? '')).toBe(transactionId)
  })

  it('fail alone: what is refused leaves its event, and takes none of the others with it', async () => {
    await service.write(systemContext(), named('Taken'))
    commits = []
    const outcomes = await Promise.allSettled([
      service.batchedWrite(systemContext('a'), named('Before')),
      service.batchedWrite(systemContext('b'), named('Taken')),
      service.batchedWrite(systemContext('c'), named('After')),
      service.batchedWrite(systemContext('d'), () => Promise.reject(new Error('mine'))),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(outcomes[1]).toMatchObject({ reason: { code: 'E0000001' } })
    expect(outcomes[3]).toMatchObject({ reason: { message: 'mine' } })
    expect(await groups.count(store.read, { name: ['Before', 'Taken', 'After'] })).toBe(3)
    expect(commits.flat().map(runOf).toSorted()).toEqual(['a', 'c'])
  })

  it('are refused at once inside another write, which would wait for them', async () => {
    const inside = service.write(systemContext(), () => service.batchedWrite(systemContext(), named('Inside')))
    await expect(inside).rejects.toThrow('inside a write')
    expect(await service.batchedWrite(systemContext(), named('Afterwards'))).toMatch(/^00g/)
  })

  it('each say what keeps the file from being written', async () => {
    const lost = vi.spyOn(store, 'write').mockRejectedValue(new Error('the disk is full'))
    try {
      const both = ['x', 'y'].map((name) => service.batchedWrite(systemContext(), named(name)))
      await Promise.all(both.map((one) => expect(one).rejects.toThrow('the disk is full')))
    } finally {
      lost.mockRestore()
    }
    expect(await service.batchedWrite(systemContext(), named('Works again'))).toMatch(/^00g/)
  })

  it('happen once, also where what hears of them fails', async () => {
    const end = service.onCommit(() => {
      throw new Error('deaf')
    })
    const noted: string[] = []
    const note = (name: string) => async (tx: Tx) => {
      noted.push(name)
      return named(name)(tx)
    }
    try {
      const both = ['Heard 1', 'Heard 2'].map((name) => service.batchedWrite(systemContext(), note(name)))
      const outcomes = await Promise.allSettled(both)
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    } finally {
      end()
    }
    expect(noted).toEqual(['Heard 1', 'Heard 2'])
    expect(await groups.count(store.read, { name: { [Op.like]: 'Heard %' } })).toBe(2)
  })

  it('that wait when the workspace is closed are written before', async () => {
    const own = await openStore(join(await aFolder(), 'org.sqlite'), new Date(START).toISOString())
    await initializeWorkspace(own, { engine: 'identity' }, () => START)
    const brief = createService({ store: own, version: '0', engine: 'identity', clock: () => START, url: () => '' })
    const names = Array.from({ length: 120 }, (_, at) => `Last ${at}`)
    const all = Promise.allSettled(names.map((name) => brief.batchedWrite(systemContext(), named(name))))
    await brief.workers.close()
    await own.close()
    expect((await all).filter(({ status }) => status === 'rejected')).toEqual([])
  })
})
