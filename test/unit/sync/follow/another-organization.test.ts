import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aFolder, startServer, TestClock, type TestServer } from '../../../helpers/server.ts'
import { aFakeLog, aFollowingSide, anEvent } from '../../../helpers/sync/following.ts'

const makeGroups = async ({ make }: TestServer, names: readonly string[]): Promise<void> => {
  for (const name of names) await make.aGroup(name)
}

/** Names of groups in what came with an import. */
async function groupsOf(side: Awaited<ReturnType<typeof aFollowingSide>>, importId: string): Promise<string[]> {
  const sql = `SELECT payload ->> '$.target[0].displayName' AS name FROM log_events
    WHERE import_id = ? AND event_type = 'group.lifecycle.create' ORDER BY sequence`
  return (await side.service.store.read.all<{ name: string }>(sql, [importId])).map(({ name }) => name)
}

describe('at the address of a log that is followed', () => {
  it('a backup that was restored is read on, and what may be missing is told', async () => {
    const clock = new TestClock(Date.now())
    const [dataFile, backup] = [join(await aFolder(), 'org.sqlite'), join(await aFolder(), 'backup.sqlite')]
    const first = await startServer({ isFirstStart: true, clock, dataFile })
    const port = Number(new URL(first.url).port)
    await first.stop()
    await copyFile(dataFile, backup)
    const before = await startServer({ clock, dataFile, port })
    await makeGroups(before, ['Lost 1', 'Lost 2', 'Lost 3', 'Lost 4', 'Lost 5', 'Lost 6'])
    const side = await aFollowingSide()
    const id = await side.connect({ url: before.url, token: first.token })
    await side.readOn()
    expect(await side.following(id)).toMatchObject({ problem: null, gapAt: null })
    await before.stop()
    const restored = await startServer({ clock, dataFile: backup, port })
    await makeGroups(restored, ['New'])
    await side.readOn()
    const { importId, gapAt, problem } = await side.following(id)
    expect(problem).toBeNull()
    expect((await groupsOf(side, importId)).at(-1)).toBe('New')
    expect(gapAt).not.toBeNull()
  })

  it('another organization is not followed, and one sentence says so', async () => {
    const log = await aFakeLog([anEvent('a')])
    log.organization = { id: '00o1', companyName: 'Acme' }
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    log.organization = { id: '00o2', companyName: 'Other\nLtd' }
    log.events.push(anEvent('b'))
    await side.readOn()
    const { importId, problem } = await side.following(id)
    expect(problem).toBe(
      'The remote is another organization (Other Ltd, 00o2) than the one whose log was followed before (Acme, 00o1): make a connection of its own for it.',
    )
    expect(await side.uuidsOf(importId)).toEqual(['a'])
    log.organization = { id: '00o1', companyName: 'Acme, renamed' }
    await side.readOn()
    expect(await side.uuidsOf(importId)).toEqual(['a', 'b'])
    expect((await side.following(id)).problem).toBeNull()
  })

  it.each([[null], [[]], [{}], [{ id: 7 }]])('one that says %o of itself is followed on', async (organization) => {
    const log = await aFakeLog([anEvent('a')])
    log.organization = { id: '00o1', companyName: 'Acme' }
    const side = await aFollowingSide()
    const id = await side.connect(log)
    await side.readOn()
    log.organization = organization
    log.events.push(anEvent('b'))
    await side.readOn()
    const { importId, problem } = await side.following(id)
    expect([await side.uuidsOf(importId), problem]).toEqual([['a', 'b'], null])
  })
})
