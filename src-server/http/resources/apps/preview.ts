import type { appPreviewRoutes } from '#contract/routes/app-preview.ts'
import { previewApp } from '#operations/apps/preview/preview.ts'
import type { HandlerTable } from '../../handler-table.ts'
import { userOf } from '../directory/one-user.ts'

export const appPreviewHandlers: HandlerTable<typeof appPreviewRoutes> = {
  previewApp: async (input) => {
    const user = await userOf(input, input.params.userId)
    return { body: await previewApp(input.reader, input.params.appId, user, input.base) }
  },
}
