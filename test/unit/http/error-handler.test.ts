import Koa from 'koa'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createLogger, type Logger } from '#server/log.ts'
import pino from 'pino'
import { expect, it } from 'vitest'
import { ApiError } from '#contract/interface/api-error.ts'
import { StoppingError } from '#contract/gatehouse/stopping-error.ts'
import type { ErrorCode } from '#contract/interface/error-codes.ts'
import { ROUTES, type OperationId } from '#contract/routes/index.ts'
import { errorHandler } from '#http/middleware/error-handler.ts'
import { requestId } from '#http/middleware/request-id.ts'
import { refusalOf } from '../../helpers/client.ts'

/** What is told of an error that an operation throws. */
async function toldOf(
  id: OperationId,
  thrown: ErrorCode | Error,
  { strict, log = createLogger('silent') }: { strict: boolean; log?: Logger },
) {
  const app = new Koa()
  app.use(requestId(log))
  app.use(errorHandler(strict))
  app.use((ctx) => {
    ctx.state['operation'] = { id, route: ROUTES[id] }
    throw typeof thrown === 'string' ? new ApiError(thrown) : thrown
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const { status, body } = await refusalOf(await fetch(`http://127.0.0.1:${port}/`))
    return [status, body.errorCode, body.errorCauses.map(({ errorSummary }) => errorSummary)]
  } finally {
    server.close()
  }
}

it('an error that the operation declares is told as it is, in tests too', async () => {
  expect(await toldOf('deleteApp', 'E0000056', { strict: true })).toEqual([403, 'E0000056', []])
  expect(await toldOf('getApp', 'E0000007', { strict: true })).toEqual([404, 'E0000007', []])
})

it('an error that it does not declare fails in tests, and is told elsewhere', async () => {
  const cause = 'getApp does not declare E0000056 with status 403'
  expect(await toldOf('getApp', 'E0000056', { strict: true })).toEqual([500, 'E0000009', [cause]])
  expect(await toldOf('getApp', 'E0000056', { strict: false })).toEqual([403, 'E0000056', []])
})

it('what is cut short because the service stops is told so, and is no error in the log', async () => {
  const lines: { level: number }[] = []
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => void lines.push(JSON.parse(line) as { level: number }) },
  )
  const told = await toldOf('getApp', new StoppingError(), { strict: true, log })
  expect(told).toEqual([503, 'E0000010', ['the service is being stopped']])
  expect(lines.map(({ level }) => level)).toEqual([30])
})
