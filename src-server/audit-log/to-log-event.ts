import crypto from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogEvent, LogOutcome, LogTarget } from '#contract/log/log-event.ts'
import { makeLogEvent } from '#contract/log/make-event.ts'
import { SUCCESS } from '#contract/log/targets.ts'
import { actorOf, type Client, type RequestContext } from './request-context.ts'
import { clientAgent } from './client-agent.ts'

/** An event as a use case describes it; actor, time and origin come from the context. */
export interface EventDraft {
  type: EventType
  targets: LogTarget[]
  outcome?: LogOutcome | undefined
  debugData?: Record<string, unknown>
}

/** The values that all events of one write share. */
interface EventOrigin {
  context: RequestContext
  /** ISO 8601. */
  now: string
  /** Name of the zone that the address is in. */
  zone: string | null
}

/**
 * Ids in the order of time (RFC 9562 §5.7): the index over the ids of all events grows at its end, while each random id would change
 * another page. The runtime of the desktop tests does not have them yet.
 */
const newUuid = (crypto as Partial<typeof crypto>).randomUUIDv7 ?? crypto.randomUUID

/**
 * Makes the events of one write, as they are stored and read. They have no location: there is no database of addresses, and unresolved
 * values may be missing (spec/3 "LogEvent").
 */
export function eventMaker({ context, now, zone }: EventOrigin): (draft: EventDraft) => LogEvent {
  const { principal, client, transaction, changeReason } = context
  const { tokenId } = principal
  const actor = actorOf(principal)
  const shared = {
    client: client && clientOf(client, tokenId, zone),
    request: { ipChain: client ? [addressOf(client.ip)] : [] },
    transaction: { ...transaction, detail: tokenId ? { requestApiTokenId: tokenId } : {} },
    debugData: {
      ...(client ? requestData(client, transaction.id) : {}),
      ...(changeReason === null ? {} : { changeReason }),
    },
    authenticationContext: tokenId ? contextOfToken(tokenId) : null,
    securityContext: client ? DIRECT : null,
  }
  return (draft) =>
    makeLogEvent({
      uuid: newUuid(),
      published: now,
      eventType: draft.type,
      actor,
      client: shared.client,
      device: null,
      request: shared.request,
      outcome: draft.outcome ?? SUCCESS,
      target: draft.targets,
      transaction: shared.transaction,
      debugData: { ...shared.debugData, ...draft.debugData },
      authenticationContext: shared.authenticationContext,
      securityContext: shared.securityContext,
    })
}

function clientOf({ ip, userAgent }: Client, tokenId: string | null, zone: string | null): LogEvent['client'] {
  return { id: tokenId, ...clientAgent(userAgent), geographicalContext: null, zone, ipAddress: ip }
}

function addressOf(ip: string): LogEvent['request']['ipChain'][number] {
  return { ip, geographicalContext: null, version: isIPv6(ip) ? 'V6' : 'V4', source: null }
}

function requestData({ requestUri, requestUrl }: Client, requestId: string): Record<string, unknown> {
  return { requestId, requestUri, url: requestUrl }
}

/** Requests come directly from this machine; nothing is known about networks. */
const DIRECT: LogEvent['securityContext'] = { asNumber: null, asOrg: null, isp: null, domain: null, isProxy: false }

const SESSION_LENGTH = 22

/**
 * A token does not sign in; all its requests are one session, so that its events can be found together. The id of the session is derived
 * from the token's id, which is in the event too and is no secret.
 */
function contextOfToken(tokenId: string): LogEvent['authenticationContext'] {
  return {
    authenticationProvider: null,
    authenticationStep: 0,
    credentialProvider: null,
    credentialType: null,
    issuer: null,
    externalSessionId: `trs${crypto.hash('sha256', tokenId).slice(0, SESSION_LENGTH)}`,
    interface: null,
  }
}
