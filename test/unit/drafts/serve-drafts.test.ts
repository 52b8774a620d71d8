import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { expect, it } from 'vitest'
import { serveDrafts } from '#server/drafts/serve-drafts.ts'
import type { OpenDraft } from '#server/drafts/open-draft.ts'

it('a client that goes away while a draft is opened does not keep it in use', async () => {
  const answered: string[] = []
  const answer: OpenDraft['answer'] = ({ url = '' }, res) => void (answered.push(url), res.end())
  const serving = Promise.withResolvers<ServerResponse>()
  const left = Promise.withResolvers<void>()
  const app = new Koa()
  app.use((ctx, next) => (serving.resolve(ctx.res), next()))
  app.use(
    serveDrafts({
      serve: async (_id, work) => {
        const res = await serving.promise
        if (!res.destroyed) await once(res, 'close')
        await work({ answer } as OpenDraft)
        left.resolve()
        return true
      },
    }),
  )
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const asking = request({ port, host: '127.0.0.1', path: '/drafts/dft1/api/v1/groups' })
  asking.on('error', () => {}).end()
  await serving.promise
  asking.destroy()
  await left.promise
  expect(answered).toEqual([])
  server.close()
})
