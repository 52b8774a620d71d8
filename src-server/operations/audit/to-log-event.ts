import { hash, randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { EMITTED_EVENTS, type EventType } from '../../contract/event-types.ts'
import type { LogEvent, LogOutcome, LogTarget } from '../../contract/log-event.ts'
import type { Act } from '../service.ts'
import { clientAgent } from './client-agent.ts'

/** What a use case says of an event; who, when and through what come from the act. */
export interface EventDraft {
  type: EventType
  targets: LogTarget[]
  outcome?: LogOutcome | undefined
  debugData?: Record<string, unknown>
}

/** What all events of one write share. */
export interface EventOrigin {
  act: Act
  /** ISO 8601. */
  now: string
  /** Name of the zone that the address lies in. */
  zone: string | null
}

const SUCCESS: LogOutcome = { result: 'SUCCESS', reason: null }

/**
 * Makes the events of one write, as they are stored and read. Of places there is nothing: no data base of addresses is
 * on board, and what cannot be resolved may be missing (spec/3 "LogEvent").
 */
export function eventMaker(origin: EventOrigin): (draft: EventDraft) => LogEvent {
  const { act, now } = origin
  const isRequest = act.transactionType === 'WEB'
  const shared = {
    client: isRequest ? clientOf(origin) : null,
    request: { ipChain: act.ip ? [addressOf(act.ip)] : [] },
    transaction: {
      type: act.transactionType,
      id: act.transactionId,
      detail: act.tokenId ? { requestApiTokenId: act.tokenId } : {},
    },
    debugData: isRequest ? requestData(act) : {},
    authenticationContext: act.tokenId ? contextOfToken(act.tokenId) : null,
    securityContext: isRequest ? DIRECT : null,
  }
  return (draft) => {
    const { message, severity } = EMITTED_EVENTS[draft.type]
    return {
      uuid: randomUUID(),
      published: now,
      eventType: draft.type,
      version: '0',
      severity,
      legacyEventType: null,
      displayMessage: message,
      actor: act.actor,
      client: shared.client,
      device: null,
      request: shared.request,
      outcome: draft.outcome ?? SUCCESS,
      target: draft.targets,
      transaction: shared.transaction,
      debugContext: { debugData: { ...shared.debugData, ...draft.debugData } },
      authenticationContext: shared.authenticationContext,
      securityContext: shared.securityContext,
    }
  }
}

function clientOf({ act, zone }: EventOrigin): LogEvent['client'] {
  return { id: act.tokenId, ...clientAgent(act.userAgent), geographicalContext: null, zone, ipAddress: act.ip }
}

function addressOf(ip: string): LogEvent['request']['ipChain'][number] {
  return { ip, geographicalContext: null, version: isIPv6(ip) ? 'V6' : 'V4', source: null }
}

function requestData({ transactionId, requestUri, requestUrl }: Act): Record<string, unknown> {
  return { requestId: transactionId, requestUri, url: requestUrl ?? requestUri }
}

/** Whoever asks has reached the service directly, by this machine's own address; nothing is known of networks. */
const DIRECT: LogEvent['securityContext'] = { asNumber: null, asOrg: null, isp: null, domain: null, isProxy: false }

const SESSION_LENGTH = 22

/**
 * A token is never signed in; all that is done with one is one session, so that its traces can be gathered. The session's
 * id follows from the token's, which also stands in the event, and is no secret.
 */
function contextOfToken(tokenId: string): LogEvent['authenticationContext'] {
  return {
    authenticationProvider: null,
    authenticationStep: 0,
    credentialProvider: null,
    credentialType: null,
    issuer: null,
    externalSessionId: `trs${hash('sha256', tokenId).slice(0, SESSION_LENGTH)}`,
    interface: null,
  }
}
