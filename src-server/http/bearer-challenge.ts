import type { Context } from 'koa'
import { draftPathIn } from '#contract/gatehouse/draft.ts'
import type { Scope } from '#contract/interface/scopes.ts'
import type { RequestState } from './context.ts'

/** What is wrong with an access token (RFC 6750 §3.1). */
type BearerProblem =
  | { error: 'invalid_token'; error_description: string }
  | { error: 'insufficient_scope'; error_description: string; scope: Scope }

const STATUSES = { invalid_token: 401, insufficient_scope: 403 } as const

/**
 * Answers as the interface does where an access token is refused: without a body, and with what the client has to know in
 * `WWW-Authenticate` (spec/4 §3.5).
 * @param issuer address of the organization, without a slash at the end @param scheme by which the token is to be sent
 */
export function challengeBearer(ctx: Context, issuer: string, problem: BearerProblem, scheme = 'Bearer'): void {
  const { vocabulary } = ctx.state as Partial<RequestState>
  const parameters = {
    authorization_uri: `${issuer}/oauth2/v1/authorize`,
    realm: issuer,
    ...('scope' in problem ? { scope: vocabulary?.outer(problem.scope) ?? problem.scope } : {}),
    error: problem.error,
    error_description: problem.error_description,
    // A path may hold quotation marks, which would end the parameter.
    resource: (draftPathIn(issuer) + (vocabulary?.outerAddress(ctx.path) ?? ctx.path)).replaceAll(
      /["\\]/g,
      encodeURIComponent,
    ),
  }
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`)
  ctx.set('WWW-Authenticate', `${scheme} ${pairs.join(', ')}`)
  ctx.body = null
  ctx.status = STATUSES[problem.error]
}
