import { expect, it } from 'vitest'
import { startServer } from '../../helpers/server.ts'

it('keeps a connection open longer than clients leave one unused, and says for how long', async () => {
  const { client } = await startServer()
  const reply = await client.fetch('/api/v1/groups')
  await reply.text()
  expect(reply.headers.get('Keep-Alive')).toBe('timeout=75')
})
