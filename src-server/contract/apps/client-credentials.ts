import { z } from 'zod'
import { LIMITS } from '../interface/limits.ts'

/** How a client proves at the token endpoint that it is itself (spec/2 "Application", spec/5 §8.4). */
export const CLIENT_AUTH_METHODS = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'none',
] as const
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number]

/** What a form says that its `client_assertion` is (RFC 7523 §2.2). */
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const SECRET_METHODS: readonly ClientAuthMethod[] = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt']

/** Whether a client of a method has a secret. */
export const usesSecret = (method: ClientAuthMethod): boolean => SECRET_METHODS.includes(method)

/** As {@link ClientAuthMethod} is shown to clients; the secret is answered by what makes or replaces the application alone. */
export const clientCredentialsSchema = z
  .object({
    autoKeyRotation: z.boolean(),
    client_id: z.string(),
    client_secret: z.string().optional(),
    token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS),
    pkce_required: z.boolean().optional(),
  })
  .meta({ id: 'ClientCredentials' })
type ClientCredentials = z.output<typeof clientCredentialsSchema>

const { clientSecretLength: LENGTH } = LIMITS

/** A secret that a request brings (spec/2 "Limits"): printable ASCII. */
export const ownSecretSchema = z
  .string()
  .min(LENGTH.min)
  .max(LENGTH.max)
  .regex(/^[\x20-\x7e]*$/, 'must hold printable ASCII characters only (0x20 to 0x7E)')

/** The id that means every client where conditions name clients. */
const ALL_CLIENTS = 'ALL_CLIENTS'

/** What a request says of an application as a client; what it leaves out stays as it is, and is the default in a new one. */
export const clientCredentialsWriteSchema = z
  .object({
    autoKeyRotation: z.boolean().nullish(),
    client_id: z
      .string()
      .min(1)
      .max(LIMITS.clientIdLength)
      .regex(/^[\x21-\x7e]*$/, 'must hold printable ASCII characters without spaces')
      .refine((id) => id !== ALL_CLIENTS, `${ALL_CLIENTS} means every client and cannot be the id of one`)
      .nullish(),
    client_secret: ownSecretSchema.nullish(),
    token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS).nullish(),
    pkce_required: z.boolean().nullish(),
  })
  .meta({ id: 'ClientCredentialsWrite' })
export type ClientCredentialsWrite = z.output<typeof clientCredentialsWriteSchema>

/** What is stored of it beside the id, which has a column, and the secrets, which have a table. */
export type StoredClientCredentials = Omit<ClientCredentials, 'client_id' | 'client_secret'>

/** Types of applications that run where a secret could be read. */
const PUBLIC_TYPES: readonly unknown[] = ['browser', 'native']

/** What a client has, with defaults by the type of its application (spec/5 §8.4, spec/6 14). */
export function completeClientCredentials(
  given: ClientCredentialsWrite,
  applicationType: unknown = 'web',
): StoredClientCredentials {
  const usual = PUBLIC_TYPES.includes(applicationType) ? 'none' : 'client_secret_basic'
  const pkce = given.pkce_required ?? (applicationType === 'web' ? false : undefined)
  return {
    autoKeyRotation: given.autoKeyRotation ?? true,
    token_endpoint_auth_method: given.token_endpoint_auth_method ?? usual,
    ...(pkce === undefined ? {} : { pkce_required: pkce }),
  }
}

/** Why an application of a type cannot prove itself by a method; null where it can (combinations: spec/5 §8.4). */
export function methodProblem(applicationType: unknown, method: ClientAuthMethod): string | null {
  if (method === 'none' && !PUBLIC_TYPES.includes(applicationType))
    return `none is for applications that can keep no secret (native, browser); this one is of the type ${String(applicationType)}`
  if (method === 'private_key_jwt' && applicationType === 'browser')
    return 'an application that runs in a browser can keep no private key'
  return null
}

/** Why a secret of so many characters does not do for a method; null where it does (spec/2 "Limits"). */
export function secretLengthProblem(length: number, method: ClientAuthMethod): string | null {
  if (method !== 'client_secret_jwt' || length >= LENGTH.minForJwt) return null
  return `must have ${LENGTH.minForJwt} characters or more, because client_secret_jwt signs with it`
}
