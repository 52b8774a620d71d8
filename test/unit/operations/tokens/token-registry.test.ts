import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openStore, type Store } from '#db/store.ts'
import { createService } from '#operations/composition/create-service.ts'
import { TokenRegistry } from '#operations/tokens/token-registry.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { START, startServer } from '../../../helpers/server.ts'

let store: Store
let token: string
let tokens: TokenRegistry
beforeAll(async () => {
  const server = await startServer()
  await server.stop()
  token = server.token
  store = await openStore(server.dataFile, new Date(START).toISOString())
})
afterAll(() => store.close())
beforeEach(async () => {
  await run(`UPDATE api_tokens SET name = 'first'`)
  tokens = new TokenRegistry(
    createService({ store, version: '0', engine: 'identity', clock: () => START, url: () => '' }),
  )
})

const run = (sql: string) => withDatabase(store.file, (database) => database.run(sql))
const name = async () => (await tokens.recognize(token))?.name

it('a token that was used is remembered until it is forgotten, by its id or with all', async () => {
  const { id, scopes } = (await tokens.recognize(token)) ?? { id: '', scopes: null }
  expect(scopes).toBe('all')
  await run(`UPDATE api_tokens SET name = 'second'`)
  expect(await name()).toBe('first')
  tokens.forget(['00Tanother'])
  expect(await name()).toBe('first')
  tokens.forget([id])
  expect(await name()).toBe('second')
  await run(`UPDATE api_tokens SET name = 'third'`)
  tokens.forget('all')
  expect(await name()).toBe('third')
})

it('a token that was read before it was forgotten is not remembered after', async () => {
  const reading = tokens.recognize(token)
  tokens.forget('all')
  await reading
  await run(`UPDATE api_tokens SET name = 'second'`)
  expect(await name()).toBe('second')
})
