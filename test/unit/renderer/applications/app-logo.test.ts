import { expect, it } from 'vitest'
import { logoPathOf } from '#ui/features/applications/app-logo.ts'
import { formWith, PNG } from '../../../helpers/pictures.ts'
import { startServer } from '../../../helpers/server.ts'

it('an application is shown by its logo once one is uploaded, and by the next one after that', async () => {
  const { client, make, url } = await startServer()
  const { id: appId } = await make.anApp()
  const shown = async () => logoPathOf((await client.call('getApp', { params: { appId } })).body)
  const upload = () => client.fetch(`/api/v1/apps/${appId}/logo`, { method: 'POST', body: formWith(PNG) })

  // The service draws one for all that have none, which says less than a letter does.
  expect(await shown()).toBeUndefined()
  await upload()
  const first = await shown()
  expect(first).toMatch(/^\/img\/apps\/\w+$/)
  expect(Buffer.from(await (await fetch(url + first!)).arrayBuffer())).toEqual(PNG)
  await upload()
  expect([(await shown()) === first, (await fetch(url + first!)).status]).toEqual([false, 404])
})
