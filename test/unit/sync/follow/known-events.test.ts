import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { deleteConnection } from '#operations/connections/connections.ts'
import { aFakeLog, aFollowingSide, anEvent } from '../../../helpers/sync/following.ts'

/** More pages of one event than one run reads. */
async function aLongLog() {
  const log = await aFakeLog(Array.from({ length: LIMITS.followPages + 10 }, (_, at) => anEvent(`e${at}`)))
  log.page = 1
  return log
}

describe('more pages of events that are here already than one run reads are no problem, and are read on in the next', () => {
  it('where the connection was deleted and made again', async () => {
    const log = await aLongLog()
    const side = await aFollowingSide()
    const former = await side.connect(log)
    for (let runs = 0; runs < 2; runs += 1) await side.readOn()
    await side.service.write(systemContext(), (tx) => deleteConnection(tx, former))
    const id = await side.connect(log)
    await side.readOn()
    expect(await side.following(id)).toMatchObject({ problem: null, isBehind: true, known: LIMITS.followPages })
    log.events.push(anEvent('new'))
    await side.readOn()
    expect(await side.following(id)).toMatchObject({ problem: null, isBehind: false, added: 1 })
    expect(side.told).toEqual([])
  })

  it('where the place was lost', async () => {
    const log = await aLongLog()
    const side = await aFollowingSide()
    const id = await side.connect(log)
    for (let runs = 0; runs < 2; runs += 1) await side.readOn()
    let isLost = true
    log.instead = (_, response) => {
      if (!isLost) return false
      isLost = false
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"errorCode":"E0000029"}')
      return true
    }
    await side.readOn()
    expect(await side.following(id)).toMatchObject({ problem: null, isBehind: true, known: LIMITS.followPages })
    log.events.push(anEvent('new'))
    await side.readOn()
    expect(await side.following(id)).toMatchObject({ problem: null, isBehind: false, gapAt: null })
    expect(side.told).toEqual([])
  })
})
