import { LIMITS } from '#contract/interface/limits.ts'
import { ASSERTION_TYPE, usesSecret, type ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import { activeSecretLike, activeSecrets } from '#operations/apps/client-secrets.ts'
import { signingKeysOf } from '#operations/apps/client-keys.ts'
import { authMethodOf } from '#operations/apps/clients.ts'
import { noteCredentialUse } from '#operations/apps/credential-uses.ts'
import { keepRecord, recordId } from '#operations/oauth/records.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { claimedClient, verifyShared, verifySigned, type AssertionCheck } from './client-assertion.ts'
import type { OAuthService } from './decision-cache.ts'
import { OAuthError } from './oauth-error.ts'
import type { AuthenticatedClient, OAuthRequest } from './request.ts'

type AuthService = Pick<
  OAuthService,
  'decisions' | 'failedSecrets' | 'secretBox' | 'batchedWrite' | 'credentialUses' | 'clock' | 'outbound'
>

/** What a request brings to say which client it is, and to prove it. */
type Proof =
  | { by: 'secret'; clientId: string; secret: string }
  | { by: 'assertion'; clientId: string; assertion: string }
  | { by: 'nothing'; clientId: string }

const NOT_VALID = 'The client is unknown or inactive, or what it proves itself by is not valid.'

/** HTTP Basic with both parts as in a form (RFC 6749 §2.3.1). @returns null for what is no such header */
function readBasic(header: string): { clientId: string; secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1]
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  if (id === undefined || secret === undefined) return null
  try {
    const [clientId, own] = [id, secret].map((part) => decodeURIComponent(part.replaceAll('+', ' '))) as [
      string,
      string,
    ]
    return { clientId, secret: own }
  } catch {
    return null
  }
}

/** @throws OAuthError invalid_request for several proofs, and for what cannot be read */
async function proofIn({ form, headers }: OAuthRequest): Promise<Proof> {
  const { client_id: named, client_secret: secret, client_assertion: assertion } = form
  const { authorization } = headers
  if ([authorization, secret, assertion].filter((given) => given !== undefined).length > 1)
    throw new OAuthError('invalid_request', 'A client proves itself in one way only.')
  const proof = await readProof({ named, secret, assertion, authorization, type: form['client_assertion_type'] })
  if (!proof?.clientId) throw new OAuthError('invalid_client', 'The request does not say which client it is from.')
  if (named !== undefined && named !== proof.clientId)
    throw new OAuthError('invalid_request', 'client_id is another client than the one that proves itself.')
  return proof
}

async function readProof(
  given: Record<'named' | 'secret' | 'assertion' | 'authorization' | 'type', string | undefined>,
) {
  const { named = '', secret, assertion, authorization, type } = given
  if (authorization !== undefined) {
    const basic = readBasic(authorization)
    if (!basic)
      throw new OAuthError(
        'invalid_request',
        'The Authorization header is no HTTP Basic with a client id and a secret.',
      )
    return { by: 'secret', ...basic } as const
  }
  if (assertion !== undefined) {
    if (type !== ASSERTION_TYPE)
      throw new OAuthError('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}.`)
    return { by: 'assertion', clientId: await claimedClient(assertion), assertion } as const
  }
  if (secret !== undefined) return { by: 'secret', clientId: named, secret } as const
  return { by: 'nothing', clientId: named } as const
}

const WAYS = { none: 'nothing', private_key_jwt: 'assertion', client_secret_jwt: 'assertion' } as const
/** How a client authenticates, by its method. WHY one way for both methods with a secret: clients of the interface use either. */
const wayOf = (method: ClientAuthMethod): Proof['by'] => (method in WAYS ? WAYS[method as keyof typeof WAYS] : 'secret')

/**
 * Authenticates the client of a request (spec/3 "Authentication" 5 and 6, spec/4 §3.5): by any of its active
 * secrets, by an assertion whose `jti`, if any, is used for the first time, or, for a public client, by its id alone.
 * @param audiences what an assertion may be addressed to
 * @throws OAuthError; ApiError E0000047 where a client's secret was guessed too often in this minute
 */
export async function authenticateClient(
  service: AuthService,
  request: OAuthRequest,
  audiences: readonly string[],
): Promise<AuthenticatedClient> {
  const proof = await proofIn(request)
  request.claimedId = proof.clientId.slice(0, LIMITS.clientIdLength)
  if (proof.by === 'secret') await service.failedSecrets.assertFew(proof.clientId)
  const app = await service.decisions.client(proof.clientId)
  const method = app && authMethodOf(app)
  if (!app || !method || app.status !== 'ACTIVE') throw new OAuthError('invalid_client', NOT_VALID)
  if (proof.by !== wayOf(method))
    throw new OAuthError('invalid_client', NOT_VALID, `the client proves itself by ${method}`)
  const { clientId } = proof
  const check = { clientId, audiences, nowMs: request.nowMs }
  const credentialId = await PROOFS[proof.by](service, { app, method, proof: proof as never, check })
  const address = request.context.client?.ip ?? ''
  if (credentialId !== null) noteCredentialUse(service, { appId: app.id, credentialId, address })
  return { app, clientId, method }
}

interface Proving<By extends Proof['by']> {
  app: AppRecord
  method: ClientAuthMethod
  proof: Extract<Proof, { by: By }>
  check: AssertionCheck
}

/** How each way is checked. @returns the id of the secret or key; null for none @throws OAuthError invalid_client */
const PROOFS: { [By in Proof['by']]: (service: AuthService, proving: Proving<By>) => Promise<string | null> } = {
  nothing: async () => null,
  secret: async ({ decisions, failedSecrets }, { app, proof }) => {
    const same = activeSecretLike(await decisions.secretsOf(app.id), proof.secret)
    if (same) return same.id
    await failedSecrets.note(proof.clientId)
    throw new OAuthError('invalid_client', NOT_VALID, 'the secret is none of the active ones')
  },
  assertion: acceptAssertion,
}

async function acceptAssertion(
  { decisions, secretBox, batchedWrite, outbound }: AuthService,
  { app, method, proof: { assertion }, check }: Proving<'assertion'>,
): Promise<string | null> {
  const keys = signingKeysOf(app)
  if (outbound.isClosed && keys.address !== undefined && !usesSecret(method))
    throw new OAuthError(
      'invalid_client',
      'The keys of the client are at an address outside, which a draft does not call.',
    )
  const { payload, credentialId } = usesSecret(method)
    ? await verifyShared(assertion, await activeSecrets(secretBox, await decisions.secretsOf(app.id)), check)
    : await verifySigned(assertion, keys, check)
  const { jti, exp = 0 } = payload
  if (jti === undefined) return credentialId
  const used = { id: recordId(null, 'ClientAssertion', JSON.stringify([app.id, jti])), model: 'ClientAssertion' }
  const isFirst = await batchedWrite(systemContext(), (tx) =>
    // Its end, and the tolerance after it.
    keepRecord(tx, { ...used, serverId: null, appId: app.id, payload: {} }, exp * 1_000 + 60_000),
  )
  if (!isFirst) throw new OAuthError('invalid_client', 'The client assertion was used before: its jti is not new.')
  return credentialId
}
