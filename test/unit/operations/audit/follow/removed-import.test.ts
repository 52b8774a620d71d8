import { describe, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { removeImport, runImportRemoval } from '#operations/audit/transfer/remove-import.ts'
import { deleteConnection } from '#operations/connections/connections.ts'
import { aFakeLog, aFollowingSide, anEvent, type FollowingSide } from '../../../../helpers/sync/following.ts'

const beginRemoval = ({ service }: FollowingSide, importId: string) =>
  service.write(systemContext(), (tx) => removeImport(tx, importId))

/** The job of a removal that was begun, to its end. */
async function endRemoval({ service }: FollowingSide, importId: string): Promise<void> {
  const signal = new AbortController().signal
  const { write } = await runImportRemoval({ service, subjectId: importId, signal, report: () => {} } as never)
  await service.write(systemContext(), async (tx) => write?.(tx))
}

/** A log of five events whose connection was deleted and added again. */
async function addedAgain() {
  const log = await aFakeLog(Array.from({ length: 5 }, (_, at) => anEvent(`a${at}`)))
  const side = await aFollowingSide()
  const before = await side.connect(log)
  await side.readOn()
  const old = (await side.following(before)).importId
  await side.service.write(systemContext(), (tx) => deleteConnection(tx, before))
  const id = await side.connect(log, { name: 'Again' })
  const { importId } = await side.following(id)
  return { log, side, old, id, importId, all: ['a0', 'a1', 'a2', 'a3', 'a4'] }
}

describe('an event of a followed log that came with another import before', () => {
  it('comes again where that import is removed', async () => {
    const { side, old, id, importId, all } = await addedAgain()
    await side.readOn()
    expect(await side.following(id)).toMatchObject({ added: 0, known: 5, isBehind: false })
    await beginRemoval(side, old)
    await endRemoval(side, old)
    expect(await side.following(id)).toMatchObject({ added: 0, known: 0, newest: null, isBehind: true })
    await side.readOn()
    expect(await side.uuidsOf(importId)).toEqual(all)
    expect(await side.following(id)).toMatchObject({ added: 5, known: 0, isBehind: false, gapAt: null, problem: null })
  })

  it('comes again where that import is removed while the log is read on', async () => {
    const { log, side, old, importId, all } = await addedAgain()
    log.page = 2
    const answer = log.instead
    log.instead = (query, response) => {
      if (query.get('after') !== '2') return false
      log.instead = answer
      const headers = { 'Content-Type': 'application/json', Link: '</api/v1/logs?after=4>; rel="next"' }
      void beginRemoval(side, old)
        .then(() => endRemoval(side, old))
        .then(() => response.writeHead(200, headers).end(JSON.stringify(log.events.slice(2, 4))))
      return true
    }
    await side.readOn()
    await side.readOn()
    expect((await side.uuidsOf(importId)).sort()).toEqual(all)
  })

  it('is waited for while that import is being removed', async () => {
    const { log, side, old, id, importId, all } = await addedAgain()
    await beginRemoval(side, old)
    log.asked.length = 0
    await side.readOn()
    expect((await side.following(id)).problem).toMatch(/^It waits until .* is removed\.$/)
    expect(log.asked).toEqual([])
    await endRemoval(side, old)
    await side.readOn()
    expect(await side.uuidsOf(importId)).toEqual(all)
  })
})

describe('a followed log of which nothing was here before', () => {
  it('goes on where it was after an import is removed', async () => {
    const [one, other] = [await aFakeLog([anEvent('a')]), await aFakeLog([anEvent('b')])]
    const side = await aFollowingSide()
    const gone = await side.connect(one)
    const id = await side.connect(other, { name: 'Other' })
    await side.readOn()
    const { importId } = await side.following(gone)
    await side.service.write(systemContext(), (tx) => deleteConnection(tx, gone))
    await beginRemoval(side, importId)
    await endRemoval(side, importId)
    other.asked.length = 0
    await side.readOn()
    expect(other.asked[0]?.get('after')).toBe('1')
    expect(await side.following(id)).toMatchObject({ added: 1, known: 0 })
  })
})
