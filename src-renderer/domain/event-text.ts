import { labelOf } from '#contract/kinds.ts'
import { isEventType } from '#contract/log/event-types.ts'
import type { LogActor, LogEvent, LogTarget } from '#contract/log/log-event.ts'
import { pathOf, PATHS } from './paths.ts'
import { entityKindOfTarget, type EntityKind } from './kinds.ts'
import { choiceOf } from './event-choices.ts'
import { refusalOf, templateOf } from './event-sentences.ts'

/** The name of an actor or a target, else its login, else its id. */
export function partyName({ displayName, alternateId, id }: LogActor | LogTarget): string {
  return displayName ?? alternateId ?? id
}

/** Parties that are no kind of object. */
const PARTIES: Readonly<Record<string, string>> = { SystemPrincipal: 'system', Setting: 'setting', Token: 'API token' }

/** What a type of party is called: `AppInstance` is "application". Unknown types keep their own name. */
export function partyLabel(type: string): string {
  return PARTIES[type] ?? labelOf('targetType', type) ?? type
}

/** The kind of object that an actor or target is; null where it has no page of its own. */
export function partyKind({ type }: LogActor | LogTarget): EntityKind | null {
  return entityKindOfTarget(type)
}

/** The page of an actor or target; null where there is none. A rule's `alternateId` is its policy. */
export function partyPath(party: LogActor | LogTarget): string | null {
  if (party.type === 'PolicyRule') return party.alternateId ? PATHS.rule(party.alternateId, party.id) : null
  const kind = partyKind(party)
  return kind ? pathOf(kind, party.id) : null
}

/** The event in our words, also where another program wrote it; what failed reads as a refusal. */
export function eventText(event: LogEvent): string {
  const { eventType, displayMessage, outcome } = event
  const words = displayMessage ?? (isEventType(eventType) ? choiceOf(eventType).title : eventType)
  if (outcome.result !== 'FAILURE') return words
  return refusalOf(eventType)?.words ?? (TELLS_OF_REFUSAL.test(words) ? words : `Refused: ${words}`)
}

/** Words that speak of a refusal by themselves. */
const TELLS_OF_REFUSAL = /^(refuse|deny|over|near|reuse)|fail|error|denied|reject/i

/**
 * Targets in a cell: the first two by name, the rest counted. The actor is not named again beside others.
 * @param without the id of the object that the reader looks at, which is left out
 */
export function targetText(event: LogEvent, without?: string): string {
  const targets = (event.target ?? []).filter(({ id }) => id !== without)
  const others = targets.filter((target) => target.id !== event.actor.id)
  const names = (others.length ? others : targets).map(partyName)
  return names.length > 2 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ')
}

/** Outcomes that say more than the event's own words; others of which nothing is known are named. */
const OUTCOMES: Readonly<Record<string, string>> = {
  SUCCESS: '',
  FAILURE: '',
  UNKNOWN: 'result unknown',
  SKIPPED: 'skipped',
  DENY: 'denied',
  ALLOW: 'allowed',
  CHALLENGE: 'challenged',
}

/** A template with the names of the event's targets; null where one that it wants is missing. */
function filled(template: string | undefined, event: LogEvent): string | null {
  if (!template) return null
  let complete = true
  const words = template.replaceAll(/\{(\w+)\}/g, (_, type: string) => {
    const target = event.target?.find((candidate) => candidate.type === type)
    complete &&= target !== undefined
    return target ? partyName(target) : ''
  })
  return complete ? words : null
}

function middleOf(event: LogEvent): string | null {
  const failed = event.outcome.result === 'FAILURE'
  return filled(failed ? refusalOf(event.eventType)?.sentence : templateOf(event), event)
}

/** The whole event in one sentence: who did what to whom, and how it ended. */
export function eventSentence(event: LogEvent): string {
  const middle = middleOf(event)
  const targets = targetText(event)
  const start = middle
    ? `${partyName(event.actor)} ${middle}`
    : `${eventText(event)}${targets ? `: ${targets}` : ''}, by ${partyName(event.actor)}`
  const { result, reason } = event.outcome
  const ending = OUTCOMES[result] ?? result
  return `${start}${result === 'FAILURE' && reason ? ` (${reason.replace(/\.$/, '')})` : ''}${ending ? `: ${ending}` : ''}.`
}

/** The address that an event came from; empty where there was none. */
export function addressOf(event: LogEvent): string {
  return event.client?.ipAddress ?? event.request.ipChain[0]?.ip ?? ''
}
