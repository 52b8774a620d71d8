import {
  assertTokenHolder,
  createToken,
  listTokens,
  replaceToken,
  revokeToken,
  tokenDetails,
} from '#operations/tokens/api-tokens.ts'
import { newTokenValue } from '#operations/tokens/token-value.ts'
import type { ApiTokenDetails } from '#contract/access/api-token.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Route } from '#contract/interface/route.ts'
import type { apiTokenRoutes } from '#contract/routes/api-tokens.ts'
import { apiTokens } from '#db/tables/api-tokens.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import { presentToken } from './presenter.ts'

type Input = Pick<HandlerInput<Route>, 'service' | 'reader' | 'context'>

const currentId = async ({ context }: Input) => (await context()).principal.tokenId

async function detailsOf(input: Input, id: string): Promise<ApiTokenDetails> {
  const token = await apiTokens.require(input.reader, id)
  const [details] = await tokenDetails(input.service, [token], await currentId(input))
  return details as ApiTokenDetails
}

export const apiTokenHandlers: HandlerTable<typeof apiTokenRoutes> = {
  listApiTokens: async ({ reader, base }) => ({
    body: (await listTokens(reader)).map((token) => presentToken(token, base, null)),
  }),
  getApiToken: async ({ reader, base, params }) => ({
    body: presentToken(await apiTokens.require(reader, params.apiTokenId), base),
  }),
  replaceApiToken: async ({ service, reader, base, write, params, body }) => {
    await write((tx) => replaceToken(service, tx, params.apiTokenId, body))
    return { body: presentToken(await apiTokens.require(reader, params.apiTokenId), base) }
  },
  revokeApiToken: async ({ write, params }) => {
    await write((tx) => revokeToken(tx, params.apiTokenId))
    return { body: undefined }
  },
  revokeCurrentApiToken: async (input) => {
    const id = await currentId(input)
    if (id === null) throw new ApiError('E0000005')
    await input.write((tx) => revokeToken(tx, id))
    return { body: undefined }
  },

  listApiTokenDetails: async (input) => ({
    body: await tokenDetails(input.service, await listTokens(input.reader), await currentId(input)),
  }),
  getApiTokenDetails: async (input) => ({ body: await detailsOf(input, input.params.apiTokenId) }),
  createApiToken: async (input) => {
    const value = newTokenValue()
    const userId = input.body.userId ?? (await input.context()).principal.id
    const id = await input.write(async (tx) => {
      await assertTokenHolder(input.service, tx, userId)
      return createToken(tx, { ...input.body, value, userId, limited: true })
    })
    return { body: { ...(await detailsOf(input, id)), token: value } }
  },
}
