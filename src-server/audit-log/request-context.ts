import { randomUUID } from 'node:crypto'
import type { LogActor } from '#contract/log/log-event.ts'
import { SYSTEM_ACTOR, userTarget } from '#contract/log/targets.ts'

/**
 * The caller: an administrator, a client for itself, a person who signs in and acts only on themselves, the service, or, for a request
 * without a token, an unknown one.
 */
export interface Principal {
  readonly kind: 'user' | 'client' | 'endUser' | 'system' | 'none'
  /** Of a client: that of its application. */
  readonly id: string
  /** Of a client: its client id. Null for a deleted principal and for the service. */
  readonly login: string | null
  readonly displayName: string | null
  /** The API token or access token that was used, if any. */
  readonly tokenId: string | null
}

/** The origin of a request. */
export interface Client {
  readonly ip: string
  readonly userAgent: string | null
  /** Path of the request, and path with query, both without secrets. */
  readonly requestUri: string
  readonly requestUrl: string
}

/**
 * The caller, the origin of the request, and the transaction of its events. Plain frozen data, made once when an operation starts, so
 * that background work can keep it.
 */
export interface RequestContext {
  readonly principal: Principal
  /** Null outside a request. */
  readonly client: Client | null
  /** All events of one request or run share this id. */
  readonly transaction: { readonly type: 'WEB' | 'JOB'; readonly id: string }
  /** The caller's reason for the change, if given. At most `LIMITS.changeReasonLength` characters. */
  readonly changeReason: string | null
}

const SYSTEM: Principal = { kind: 'system', id: SYSTEM_ACTOR.id, login: null, displayName: null, tokenId: null }

/** The caller of a request without a token, without any permissions. */
export const NO_PRINCIPAL: Principal = { kind: 'none', id: 'unknown', login: null, displayName: null, tokenId: null }

/** The service itself. @param id of this run */
export function systemContext(id: string = randomUUID()): RequestContext {
  return jobContext(SYSTEM, id)
}

/** Work for a principal outside of a request, or after it. */
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
