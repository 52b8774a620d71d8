import { expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { aFakeLog, aFollowingSide, anEvent } from '../../../helpers/sync/following.ts'

it('a page that is too long is asked for with fewer events, and so are those that follow in the run', async () => {
  const log = await aFakeLog(Array.from({ length: 250 }, (_, at) => anEvent(`e${at}`)))
  const side = await aFollowingSide()
  const id = await side.connect(log)
  const tooLong = Buffer.alloc(LIMITS.remoteReplyBytes + 1_000, ' ')
  log.instead = (query, response) => {
    if (Number(query.get('limit')) <= 100) return false
    response.on('error', () => {})
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(tooLong)
    return true
  }
  await side.readOn()
  expect(await side.following(id)).toMatchObject({ added: 250, problem: null, isBehind: false })
  const limits = log.asked.filter((query) => query.get('sortOrder') === null).map((query) => query.get('limit'))
  expect(limits).toEqual(['1000', '100', '100', '100', '100'])
})
