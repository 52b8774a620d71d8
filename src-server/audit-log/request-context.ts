import { randomUUID } from 'node:crypto'
import type { LogActor } from '#contract/log/log-event.ts'
import { SYSTEM_ACTOR, userTarget } from '#contract/log/targets.ts'

/**
 * Who acts: an administrator, a client for itself, a person who signs in and acts on themselves alone, the service, or, where a request
 * needs no token, no one that is known.
 */
export interface Principal {
  readonly kind: 'user' | 'client' | 'endUser' | 'system' | 'none'
  /** Of a client: that of its application. */
  readonly id: string
  /** Of a client: the id by which it goes as one. Null for what was deleted, and for the service. */
  readonly login: string | null
  readonly displayName: string | null
  /** The API token or access token that was used, if any. */
  readonly tokenId: string | null
}

/** Through what a request came. */
export interface Client {
  readonly ip: string
  readonly userAgent: string | null
  /** Path of the request; then path and query, without anything secret. */
  readonly requestUri: string
  readonly requestUrl: string
}

/**
 * Who calls, through what, and what groups the events of the call. Plain frozen data, made once when an operation begins, so that
 * background work can carry it on.
 */
export interface RequestContext {
  readonly principal: Principal
  /** Null outside a request. */
  readonly client: Client | null
  /** Every event of one request or run shares its id. */
  readonly transaction: { readonly type: 'WEB' | 'JOB'; readonly id: string }
  /** Why something is changed, as the caller says; null where nothing is said. At most `LIMITS.changeReasonLength` characters. */
  readonly changeReason: string | null
}

const SYSTEM: Principal = { kind: 'system', id: SYSTEM_ACTOR.id, login: null, displayName: null, tokenId: null }

/** The caller of a request without a token; without any rights. */
export const NO_PRINCIPAL: Principal = { kind: 'none', id: 'unknown', login: null, displayName: null, tokenId: null }

/** The service itself at work. @param id of this one run */
export function systemContext(id: string = randomUUID()): RequestContext {
  return jobContext(SYSTEM, id)
}

/** Work for somebody outside any request, or after it. */
export function jobContext(principal: Principal, id: string, changeReason: string | null = null): RequestContext {
  return Object.freeze<RequestContext>({
    principal,
    client: null,
    transaction: { type: 'JOB', id },
    changeReason,
  })
}

/** A principal as events show it. */
export function actorOf({ kind, id, login, displayName }: Principal): LogActor {
  if (kind === 'system') return SYSTEM_ACTOR
  if (kind === 'client') return { id, type: 'PublicClientApp', alternateId: login, displayName, detailEntry: null }
  return login === null
    ? { id, type: 'User', alternateId: null, displayName, detailEntry: null }
    : userTarget({ id, login, displayName: displayName ?? login })
}
