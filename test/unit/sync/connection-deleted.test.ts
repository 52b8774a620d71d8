import { createServer } from 'node:http'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { listen } from '../../helpers/endpoint.ts'
import { startServer } from '../../helpers/server.ts'
import { connect, ended } from '../../helpers/sync/connections.ts'

it.each(['pullConnection', 'compareConnection'] as const)(
  'a connection that is deleted ends what is done with its remote: %s',
  async (operation) => {
    const here = await startServer()
    // A remote that never answers.
    const remote = createServer(() => {})
    const asked = once(remote, 'request')
    const url = `http://127.0.0.1:${await listen(remote)}`
    const connectionId = await connect(here, { url, token: '00-a-token-of-the-remote-instance-012345678' })
    const job = (await here.client.call(operation, { params: { connectionId }, body: {} })).body
    await asked
    await here.client.call('deleteConnection', { params: { connectionId } })
    expect(await ended(here, job.id)).toMatchObject({ state: 'CANCELLED', problem: null })
  },
)
