import { describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { toRow } from '#audit-log/append-events.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { followedLogs } from '#db/tables/followed-logs.ts'
import { logImports } from '#db/tables/log-imports.ts'
import { readFollowed, takePage, type Followed, type FollowedPage } from '#operations/audit/follow/followed-log.ts'
import { deleteConnection } from '#operations/connections/connections.ts'
import type { Service } from '#operations/service/service.ts'
import { aFakeLog, aFollowingSide, anEvent } from '../../../../helpers/sync/following.ts'

/** A page of 30 events that are too long for one transaction together. */
async function aLargePage() {
  const debugContext = { debugData: { text: 'y'.repeat(100_000) } }
  const log = await aFakeLog(Array.from({ length: 30 }, (_, at) => anEvent(`e${at}`, { debugContext })))
  const side = await aFollowingSide()
  const id = await side.connect(log)
  const { importId } = await side.following(id)
  const page: FollowedPage = {
    rows: log.events.map((event) => toRow(event as LogEvent)),
    ...{ unreadable: 1, unreadableReason: 'why', hasGap: false, isSound: true, isEnd: false },
    change: { cursor: '30', lastUuid: 'e29', lastPublished: '2026-03-01T08:00:00.000Z', sought: null, isBehind: true },
  }
  const start = (await readFollowed(side.service.reader, id)) as Followed
  return { log, side, id, importId, page, start, all: log.events.map((event) => (event as LogEvent).uuid) }
}

/** Writes as the service does, after what comes first. @param before given how many writes there were */
const after = ({ write }: Service, before: (writes: number) => Promise<unknown> | void): Pick<Service, 'write'> => {
  let writes = 0
  return {
    async write(context, work) {
      await before(writes)
      writes += 1
      return write(context, work)
    },
  }
}

describe('a page of large events', () => {
  it('lets other changes be written before all of it is', async () => {
    const { side, id, importId, all } = await aLargePage()
    const { service } = side
    const between: Promise<{ cursor: string | null | undefined; events: number }>[] = []
    service.onCommit((changes) => {
      if (!changes.touches(logImports) || between.length > 0) return
      const other = service.write(systemContext(), async (tx) => {
        const text = 'SELECT count(*) AS events FROM log_events WHERE import_id = ?'
        const found = await tx.first<{ events: number }>(text, [importId])
        return { cursor: (await followedLogs.get(tx, id))?.cursor, events: found?.events ?? 0 }
      })
      between.push(other)
    })
    await side.readOn()
    const [found] = await Promise.all(between)
    expect(found?.cursor).toBeNull()
    expect(found?.events).toBeGreaterThan(0)
    expect(found?.events).toBeLessThan(30)
    expect(await side.uuidsOf(importId)).toEqual(all)
    expect(await side.following(id)).toMatchObject({ added: 30, known: 0, isBehind: false })
  })

  it('that was cut between two transactions is read again, without loss or doubles', async () => {
    const { side, id, importId, page, start, all } = await aLargePage()
    const killed = after(side.service, (writes) => {
      if (writes === 2) throw new Error('killed')
    })
    await expect(takePage(killed, start, page)).rejects.toThrow('killed')
    const { length } = await side.uuidsOf(importId)
    expect(length).toBeGreaterThan(0)
    expect(length).toBeLessThan(30)
    expect(await side.following(id)).toMatchObject({ added: length, known: 0, newest: null, unreadable: 0 })
    await side.readOn()
    expect(await side.uuidsOf(importId)).toEqual(all)
    expect(await side.following(id)).toMatchObject({ added: 30, known: length, isBehind: false, problem: null })
  })

  it('ends where its connection is deleted or changed meanwhile', async () => {
    for (const isDeleted of [true, false]) {
      const { side, id, importId, page, start } = await aLargePage()
      const { service } = side
      const cut = after(service, async (writes) => {
        if (writes !== 1) return
        if (isDeleted) await service.write(systemContext(), (tx) => deleteConnection(tx, id))
        else await side.change(id, { followLog: false })
      })
      expect(await takePage(cut, start, page)).toBeNull()
      expect((await side.uuidsOf(importId)).length).toBeLessThan(30)
    }
  })

  it('says together what it came to', async () => {
    const { side, id, page, start } = await aLargePage()
    const taken = await takePage(side.service, start, page)
    expect(taken).toMatchObject({ added: 30, followed: { row: { cursor: '30' }, checked: 30 } })
    expect(taken?.followed).toEqual(await readFollowed(side.service.reader, id))
    expect(await side.following(id)).toMatchObject({ added: 30, unreadable: 1, unreadableReason: 'why' })
  })
})
