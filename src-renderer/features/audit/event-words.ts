import { EMITTED_EVENTS } from '../../../src-server/contract/event-types.ts'
import type { LogActor, LogEvent, LogTarget } from '../../../src-server/contract/log-event.ts'
import { OBJECT_PLACE, PLACES, type EntityKind } from '../../app/places.ts'
import { templateOf } from './event-sentences.ts'

/** The name of an actor or a target, else its login, else its id. */
export function partyName({ displayName, alternateId, id }: LogActor | LogTarget): string {
  return displayName ?? alternateId ?? id
}

const KIND_OF_TYPE: Readonly<Record<string, EntityKind>> = {
  User: 'user',
  UserGroup: 'group',
  AppInstance: 'app',
  PolicyEntity: 'policy',
  NetworkZone: 'zone',
  UserType: 'userType',
  AuthorizationServer: 'authServer',
  Authenticator: 'authenticator',
  Behavior: 'behavior',
  DeviceAssurance: 'deviceAssurance',
  IdpTrust: 'idp',
}

const WORD_OF_TYPE: Readonly<Record<string, string>> = {
  User: 'person',
  UserGroup: 'group',
  AppInstance: 'application',
  PolicyEntity: 'policy',
  PolicyRule: 'rule',
  NetworkZone: 'network',
  UserType: 'user type',
  AuthorizationServer: 'authorization server',
  Authenticator: 'authenticator',
  Behavior: 'behaviour',
  DeviceAssurance: 'device assurance',
  IdpTrust: 'identity provider',
  Webhook: 'event hook',
  SystemPrincipal: 'system',
  Token: 'token',
}

/** What a type of party is called: `AppInstance` is "application". Unknown types keep their own name. */
export function partyWord(type: string): string {
  return WORD_OF_TYPE[type] ?? type
}

/** The page of an actor or target; null where there is none. A rule's `alternateId` is its policy. */
export function partyPlace(party: LogActor | LogTarget): string | null {
  if (party.type === 'PolicyRule') return party.alternateId ? PLACES.rule(party.alternateId, party.id) : null
  const kind = KIND_OF_TYPE[party.type]
  return kind ? OBJECT_PLACE[kind](party.id) : null
}

/** The event in our words, whoever wrote it. */
export function eventWords({ eventType, displayMessage }: LogEvent): string {
  const known = (EMITTED_EVENTS as Readonly<Record<string, { message: string }>>)[eventType]
  return displayMessage ?? known?.message ?? eventType
}

/** Targets in a cell: the first two by name, the rest counted. The actor is not named again beside others. */
export function targetWords(event: LogEvent): string {
  const targets = event.target ?? []
  const others = targets.filter((target) => target.id !== event.actor.id)
  const names = (others.length ? others : targets).map(partyName)
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}

/** Outcomes that say more than the event's own words. */
const OUTCOMES: Readonly<Record<string, string>> = {
  FAILURE: 'it failed',
  SKIPPED: 'it was skipped',
  DENY: 'denied',
  ALLOW: 'allowed',
  CHALLENGE: 'challenged',
}

function middleOf(event: LogEvent): string | null {
  const template = templateOf(event)
  if (!template) return null
  let complete = true
  const words = template.replaceAll(/\{(\w+)\}/g, (_, type: string) => {
    const target = event.target?.find((candidate) => candidate.type === type)
    complete &&= target !== undefined
    return target ? partyName(target) : ''
  })
  return complete ? words : null
}

/** The whole event in one sentence: who did what to whom, and how it ended. */
export function eventSentence(event: LogEvent): string {
  const middle = middleOf(event)
  const targets = targetWords(event)
  const start = middle
    ? `${partyName(event.actor)} ${middle}`
    : `${eventWords(event)}${targets ? `: ${targets}` : ''}, by ${partyName(event.actor)}`
  const ending = OUTCOMES[event.outcome.result]
  const end = ending === 'it failed' && event.outcome.reason ? `it failed (${event.outcome.reason})` : ending
  return `${start}${end ? `: ${end}` : ''}.`
}

/** The address that an event came from; empty where there was none. */
export function addressOf(event: LogEvent): string {
  return event.client?.ipAddress ?? event.request.ipChain[0]?.ip ?? ''
}
