import { randomBytes } from 'node:crypto'
import { claimsOfClient, claimsOfPerson } from '#operations/authorization-servers/preview-tokens.ts'
import { keepNewRecord, recordId } from '#operations/oauth/records.ts'
import { errors } from 'oidc-provider'
import { LIMITS } from '#contract/interface/limits.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { OAuthService } from './decision-cache.ts'
import type { Issuer, OAuthRequest } from './request.ts'
import { OAuthError } from './oauth-error.ts'
import { eventOf, judgementData, tokenTargets } from './token-events.ts'

type TokenService = Pick<OAuthService, 'decisions' | 'reader' | 'batchedWrite' | 'clock'>

/** A token as the library is about to sign it. */
interface Unsigned {
  readonly kind: string
  readonly scopes: readonly string[]
  readonly payload: Record<string, unknown>
}

const JTI_BYTES = 24

/** The claims that a server adds to a token: of a person, or of a client that acts for itself. */
async function ownClaims(
  { decisions, reader, clock }: TokenService,
  serverId: string,
  { person, ...of }: { app: AppRecord; person: UserRecord | undefined; scopes: readonly string[] },
): Promise<Record<string, unknown>> {
  const { claims } = await decisions.contentsOf(serverId)
  const now = clock()
  const made = person
    ? await claimsOfPerson(reader, claims, { ...of, user: person, type: 'RESOURCE', now })
    : claimsOfClient(claims, { ...of, organization: await decisions.organization(), now })
  if (JSON.stringify(made).length > LIMITS.ownClaimsLength)
    throw new errors.CustomOIDCProviderError(
      'invalid_request',
      'The claims of the authorization server are too long for a token.',
    )
  return made
}

/** The audience of the tokens of an issuer. */
export const audienceOf = ({ server, address }: Issuer): string => server?.definition.audiences[0] ?? address

/**
 * Adds the claims of the interface to those of RFC 9068 in an access token, and stores a record of it, so that it can be introspected and
 * revoked. WHY the record is not awaited: the library signs meanwhile, and a token without a record is not sent (`endpoint-answers.ts`).
 * @param record the library's own record, by which it finds the token again
 * @returns what is signed
 */
export async function finishAccessToken(
  service: TokenService,
  request: OAuthRequest,
  token: Unsigned,
  record: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { client, grant, issuer, nowMs } = request
  if (!client || !grant) throw new OAuthError('server_error', 'A token was made for no request.')
  const { server } = issuer
  const jti = `AT.${randomBytes(JTI_BYTES).toString('base64url')}`
  const iat = Math.floor(nowMs / 1_000)
  const exp = iat + grant.lifetimeS
  const { person } = grant
  const { scopes } = token
  const own = server ? await ownClaims(service, server.id, { app: client.app, person, scopes }) : {}
  const payload = {
    ...own,
    sub: own['sub'] ?? person?.login ?? client.clientId,
    ...(person && { uid: person.id }),
    ...{ ver: 1, jti, iss: issuer.address, aud: audienceOf(issuer), iat, exp },
    ...{ cid: client.clientId, client_id: client.clientId, scp: scopes, scope: scopes.join(' ') },
    ...('cnf' in token.payload ? { cnf: token.payload['cnf'] } : {}),
  }
  const row = {
    ...{ id: recordId(server?.id ?? null, token.kind, jti), model: token.kind, serverId: server?.id ?? null },
    ...{ appId: client.app.id, payload: { ...record, jti, scope: scopes.join(' '), aud: audienceOf(issuer) } },
    ...{ userId: person?.id ?? null, grantId: (record['grantId'] as string | undefined) ?? null },
  }
  const write = service.batchedWrite(request.context, async (tx) => {
    await keepNewRecord(tx, row, exp * 1_000)
    tx.record({
      type: eventOf(request, 'token.grant.access_token'),
      targets: tokenTargets(request, client.app, person),
      debugData: { grantType: grant.grantType, grantedScopes: scopes.join(' '), jti, ...judgementData(request) },
    })
  })
  // A failure reaches who waits for the request; the library may end before.
  write.catch(() => {})
  request.writes.push(write)
  return payload
}
