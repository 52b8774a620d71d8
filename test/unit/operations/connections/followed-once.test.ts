import { expect, it } from 'vitest'
import { aFakeLog, aFollowingSide } from '../../../helpers/sync/following.ts'

it('one log is followed by one connection only', async () => {
  const refused = { causes: [{ errorSummary: expect.stringContaining('“First”') as string, location: 'followLog' }] }
  const [log, elsewhere] = [await aFakeLog(), await aFakeLog()]
  const side = await aFollowingSide()
  const first = await side.connect(log, { name: 'First' })
  await expect(side.connect(log, { name: 'Second' })).rejects.toMatchObject(refused)
  const second = await side.connect(log, { name: 'Second', followLog: false })
  await expect(side.change(second, { followLog: true })).rejects.toMatchObject(refused)
  const moved = await side.connect(elsewhere, { name: 'Third' })
  const authentication = { type: 'API_TOKEN', token: 'token' } as const
  await expect(side.change(moved, { address: log.url, authentication, followLog: true })).rejects.toMatchObject(refused)
  await side.change(first, { followLog: false })
  await side.change(second, { followLog: true })
  await expect(side.change(first, { followLog: true })).rejects.toMatchObject({ causes: [{ location: 'followLog' }] })
})
