import { beforeAll, expect, it } from 'vitest'
import type { Client } from '../../../helpers/client.ts'
import { allowLocalHooks, aVerifiedHook, eventually, hookBody, startEndpoint } from '../../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer({ hookBounds: { eventsPerDay: 2, pauseMs: { first: 60_000, longest: 60_000 } } })
  client = server.client
  await allowLocalHooks(client)
})

const attentionOf = async (hookId: string) =>
  (await client.call('listFindings')).body.filter((finding) => 'hookId' in finding && finding.hookId === hookId)

it('an active hook that is not verified needs attention, an inactive one does not', async () => {
  const body = hookBody('https://hooks.example.com/a')
  const { id } = (await client.call('createEventHook', { body })).body
  expect(await attentionOf(id)).toMatchObject([{ kind: 'unverified-hook', hookName: body.name }])
  await client.call('deactivateEventHook', { params: { eventHookId: id } })
  expect(await attentionOf(id)).toEqual([])
})

it('a hook whose last delivery failed needs attention until one arrives', async () => {
  const endpoint = await startEndpoint()
  const { id } = await aVerifiedHook(client, endpoint)
  const params = { eventHookId: id }
  endpoint.answer((_, response) => response.writeHead(400).end())
  await server.make.aGroup()
  await eventually(async () =>
    expect(await attentionOf(id)).toMatchObject([
      { kind: 'failing-hook', message: 'The last one failed: 1 delivery waits to be sent again by hand.' },
    ]),
  )
  endpoint.answer((_, response) => response.end())
  const [failed] = (await client.call('listHookDeliveries', { params })).body
  await client.call('redeliverHookEvents', { params: { ...params, deliveryId: failed?.id ?? '' } })
  await eventually(async () => expect(await attentionOf(id)).toEqual([]))

  // Two events are sent by now, which is what a day holds here.
  await server.make.aGroup()
  const message = 'The 2 events of this day (UTC) are sent, 1 event waits for the next day.'
  await eventually(async () => expect(await attentionOf(id)).toMatchObject([{ kind: 'paused-hook', message }]))
})
