import type { signInRoutes } from '#contract/routes/sign-in.ts'
import { readSignInSettings, writeSignInSettings } from '#operations/sign-in/sign-in-settings.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const signInHandlers: HandlerTable<typeof signInRoutes> = {
  getSignInSettings: async ({ service }) => ({ body: await readSignInSettings(service.reader) }),
  replaceSignInSettings: async ({ write, body }) => {
    await write((tx) => writeSignInSettings(tx, body))
    return { body }
  },
}
