import { z } from 'zod'
import { lineSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { userNameTemplateWriteSchema } from './app-fields.ts'
import { isClientKind, type AppKind } from './app-kinds.ts'
import { clientCredentialsWriteSchema } from './client-credentials.ts'
import { hasScheme } from './sign-on-modes.ts'

const SCHEMES = [
  'EDIT_USERNAME_AND_PASSWORD',
  'ADMIN_SETS_CREDENTIALS',
  'EDIT_PASSWORD_ONLY',
  'EXTERNAL_PASSWORD_SYNC',
  'SHARED_USERNAME_AND_PASSWORD',
] as const

/** Who sets the name and the password with which a person's browser signs in (spec/2 "Application"). */
export interface SchemeCredentials {
  scheme: (typeof SCHEMES)[number]
  revealPassword: boolean
  /** With shared credentials only. */
  userName?: string
}

const CREDENTIALS = {
  userNameTemplate: userNameTemplateWriteSchema.nullish(),
  signing: z
    .object({ kid: z.string().min(1).max(LIMITS.idLength).nullish() })
    .nullish()
    .meta({ description: 'The key to sign with; a replacement without one keeps it. A new application has its own' }),
}
const plainCredentialsSchema = z.object(CREDENTIALS)
const schemeCredentialsSchema = z.object({
  ...CREDENTIALS,
  scheme: z.enum(SCHEMES).nullish(),
  revealPassword: z.boolean().nullish(),
  userName: lineSchema().min(1).max(LIMITS.loginLength.max).nullish(),
  password: z
    .object({ value: z.string().max(LIMITS.settingLength).nullish() })
    .nullish()
    .meta({ description: 'Goes with shared credentials. It is not stored: nothing here fills in forms.' }),
})
const clientsCredentialsSchema = z.object({ ...CREDENTIALS, oauthClient: clientCredentialsWriteSchema.nullish() })
export type CredentialsWrite = z.output<typeof plainCredentialsSchema> &
  Partial<z.output<typeof schemeCredentialsSchema>> &
  Partial<z.output<typeof clientsCredentialsSchema>>

/** The schema of the credentials of a kind of application. */
export function credentialsOf(kind: AppKind) {
  if (isClientKind(kind)) return clientsCredentialsSchema
  return hasScheme(kind.signOnMode) ? schemeCredentialsSchema : plainCredentialsSchema
}
