import type { ServerClaim, serverClaimWriteSchema } from '#contract/access/server-claim.ts'
import type { ServerScope, serverScopeWriteSchema } from '#contract/access/server-scope.ts'
import type { OperationId } from '#contract/routes/index.ts'
import type { z } from 'zod'
import { api } from '#ui/api/client.ts'
import type { Editable, Entity } from '#ui/resource/define-resource.ts'

/** The scopes or the claims of an authorization server, as its page handles them. */
export interface Contents<One extends Entity> extends Editable<One> {
  readonly many: string
  /** What each button asks the service for. */
  readonly calls: Readonly<Record<'create' | 'replace' | 'remove', OperationId>>
  readAll(signal?: AbortSignal): Promise<One[]>
  remove(id: string): Promise<void>
}

/** Changes of them are not reviewed: what tokens say decides no sign-in here. */
const NOT_REVIEWED = () => null

/** What clients may ask a server for. */
export function scopesOf(authServerId: string): Contents<ServerScope> {
  const params = { authServerId }
  // WHY the casts, here and below: a form makes any object; the service says what is wrong with it.
  type Body = z.input<typeof serverScopeWriteSchema>
  return {
    one: 'scope',
    many: 'scopes',
    calls: { create: 'createServerScope', replace: 'replaceServerScope', remove: 'deleteServerScope' },
    nameOf: ({ name }) => name,
    stepsOf: NOT_REVIEWED,
    readAll: (signal) => api.call('listServerScopes', { params, signal }),
    create: (body, reason) => api.call('createServerScope', { params, body: body as Body, reason }),
    replace: (scopeId, body, reason) =>
      api.call('replaceServerScope', { params: { ...params, scopeId }, body: body as Body, reason }),
    remove: (scopeId) => api.call('deleteServerScope', { params: { ...params, scopeId } }),
  }
}

/** What the tokens of a server say. */
export function claimsOfServer(authServerId: string): Contents<ServerClaim> {
  const params = { authServerId }
  type Body = z.input<typeof serverClaimWriteSchema>
  return {
    one: 'claim',
    many: 'claims',
    calls: { create: 'createServerClaim', replace: 'replaceServerClaim', remove: 'deleteServerClaim' },
    nameOf: ({ name }) => name,
    stepsOf: NOT_REVIEWED,
    readAll: (signal) => api.call('listServerClaims', { params, signal }),
    create: (body, reason) => api.call('createServerClaim', { params, body: body as Body, reason }),
    replace: (claimId, body, reason) =>
      api.call('replaceServerClaim', { params: { ...params, claimId }, body: body as Body, reason }),
    remove: (claimId) => api.call('deleteServerClaim', { params: { ...params, claimId } }),
  }
}
