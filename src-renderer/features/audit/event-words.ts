import { EMITTED_EVENTS } from '../../../src-server/contract/event-types.ts'
import type { LogActor, LogEvent, LogTarget } from '../../../src-server/contract/log-event.ts'
import { OBJECT_PLACE, PLACES, type EntityKind } from '../../app/places.ts'

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
}

const WORD_OF_TYPE: Readonly<Record<string, string>> = {
  User: 'person',
  UserGroup: 'group',
  AppInstance: 'application',
  PolicyEntity: 'policy',
  PolicyRule: 'rule',
  NetworkZone: 'network',
  UserType: 'user type',
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

/** A sentence's middle: `{Type}` stands for the first target of that type. Only types whose words read better so. */
const SENTENCES: Readonly<Record<string, string>> = {
  'policy.lifecycle.create': 'created policy {PolicyEntity}',
  'policy.lifecycle.update': 'changed policy {PolicyEntity}',
  'policy.lifecycle.activate': 'activated policy {PolicyEntity}',
  'policy.lifecycle.deactivate': 'deactivated policy {PolicyEntity}',
  'policy.lifecycle.delete': 'deleted policy {PolicyEntity}',
  'policy.rule.add': 'added rule {PolicyRule} to {PolicyEntity}',
  'policy.rule.update': 'changed rule {PolicyRule} of {PolicyEntity}',
  'policy.rule.activate': 'activated rule {PolicyRule} of {PolicyEntity}',
  'policy.rule.deactivate': 'deactivated rule {PolicyRule} of {PolicyEntity}',
  'policy.rule.delete': 'deleted rule {PolicyRule} of {PolicyEntity}',
  'policy.mapping.create': 'mapped {AppInstance} to {PolicyEntity}',
  'policy.evaluate_sign_on': 'was judged by rule {PolicyRule} of {PolicyEntity}',
  'zone.create': 'created network {NetworkZone}',
  'zone.update': 'changed network {NetworkZone}',
  'zone.delete': 'deleted network {NetworkZone}',
  'application.lifecycle.create': 'created application {AppInstance}',
  'application.lifecycle.update': 'changed application {AppInstance}',
  'application.user_membership.add': 'assigned {User} to {AppInstance}',
  'application.user_membership.remove': 'removed {User} from {AppInstance}',
  'application.policy.sign_on.update': 'changed the policy of {AppInstance}',
  'group.lifecycle.create': 'created group {UserGroup}',
  'group.lifecycle.delete': 'deleted group {UserGroup}',
  'group.user_membership.add': 'added {User} to {UserGroup}',
  'group.user_membership.remove': 'removed {User} from {UserGroup}',
  'group.application_assignment.add': 'assigned group {UserGroup} to {AppInstance}',
  'group.application_assignment.remove': 'removed group {UserGroup} from {AppInstance}',
  'user.lifecycle.create': 'created {User}',
  'user.lifecycle.activate': 'activated {User}',
  'user.lifecycle.suspend': 'suspended {User}',
  'user.lifecycle.deactivate': 'deactivated {User}',
  'user.account.update_profile': 'changed the profile of {User}',
  'user.session.start': 'signed in',
  'user.session.end': 'signed out',
  'user.authentication.sso': 'opened {AppInstance}',
  'user.authentication.auth_via_mfa': 'answered a further factor',
  'directory.non_default_user_profile.create': 'created user type {UserType}',
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
  const template = SENTENCES[event.eventType]
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
