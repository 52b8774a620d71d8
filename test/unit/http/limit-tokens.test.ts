import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import Koa from 'koa'
import { expect, it } from 'vitest'
import type { ApiError } from '#contract/interface/api-error.ts'
import { CONCURRENT_REQUESTS } from '#contract/interface/rate-limits.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { limitTokens } from '#http/middleware/limit-tokens.ts'
import { RateLimits } from '#operations/memory/rate-limits.ts'

it('one request too many at a time is refused with a limit of 0, until another has its answer', async () => {
  const rateLimits = new RateLimits()
  rateLimits.isOn = true
  let answer = () => {}
  const gate = new Promise<void>((resolve) => (answer = resolve))
  const app = new Koa()
  app.use(async (ctx, next) => {
    Object.assign(ctx.state, { operation: { id: 'getPolicy', route: ROUTES.getPolicy }, token: { id: '00T1' } })
    await next().catch((error: unknown) => (ctx.status = (error as ApiError).status))
  })
  app.use(limitTokens({ rateLimits, write: () => Promise.resolve() as never, onTrouble: () => {} }))
  app.use(async (ctx) => {
    await gate
    ctx.body = 'answered'
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const held = Array.from({ length: CONCURRENT_REQUESTS }, () => fetch(url))
  await expect.poll(() => rateLimits.running).toBe(CONCURRENT_REQUESTS)
  const refused = await fetch(url)
  expect([
    refused.status,
    refused.headers.get('x-rate-limit-limit'),
    refused.headers.get('x-rate-limit-remaining'),
  ]).toEqual([429, '0', '0'])
  answer()
  expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]))
  expect((await fetch(url)).status).toBe(200)
  expect(rateLimits.running).toBe(0)
  server.close()
})
