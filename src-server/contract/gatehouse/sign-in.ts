import { z } from 'zod'

/** Whether people can sign in to the clients of this workspace. */
export const signInSettingsSchema = z.object({ enabled: z.boolean() }).meta({ id: 'SignInSettings' })
