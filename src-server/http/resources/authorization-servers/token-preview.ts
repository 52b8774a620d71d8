import type { tokenPreviewRoutes } from '#contract/routes/token-preview.ts'
import { previewTokens } from '#operations/authorization-servers/preview-tokens.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { userOf } from '../directory/one-user.ts'

export const tokenPreviewHandlers: HandlerTable<typeof tokenPreviewRoutes> = {
  previewTokens: async (input) => {
    const { appId, userId, scope: scopes = [] } = input.query
    const user = userId === undefined ? null : await userOf(input, userId)
    return {
      body: await previewTokens(input.reader, input.params.authServerId, {
        ...{ appId, user, scopes, now: input.service.clock() },
      }),
    }
  },
}
