import type { Literal } from '#filter/index.ts'
import type { LogActor, LogEvent, LogTarget } from '#contract/log/log-event.ts'
import { statusMeta } from '#ui/domain/status-labels.ts'
import { severityText } from '../facets/facet-labels.ts'
import { isTree } from '#ui/lib/tree.ts'

/** One value of an event, and what the filter grammar calls it. */
export interface Fact {
  term: string
  value: Literal
  /** Null where the grammar has no name for it. */
  path: string | null
  /** Shown in place of the value. */
  words?: string
  /** Whether it is an identifier or a machine's text. */
  mono?: boolean
}

/** Facts of one kind, under a title. */
interface FactSection {
  title: string
  facts: Fact[]
}

type Value = Literal | undefined

function fact(term: string, path: string, value: Value, more: Partial<Fact> = {}): Fact[] {
  return value === null || value === undefined || value === '' ? [] : [{ term, path, value, ...more }]
}

/** The leaves of a free-form map; each element of a plain list is a fact of its own. */
export function leavesOf(map: unknown, path: string, term = ''): Fact[] {
  if (map === null || map === undefined) return []
  if (isTree(map))
    return Object.entries(map).flatMap(([key, value]) =>
      leavesOf(value, `${path}.${key}`, term ? `${term}.${key}` : key),
    )
  if (!Array.isArray(map)) return fact(term, path, map as Literal, { mono: true })
  if (map.some((item) => typeof item === 'object'))
    return [{ term, path: null, value: JSON.stringify(map, null, 2), mono: true }]
  return map.flatMap((item) => fact(term, path, item as Literal, { mono: true }))
}

/** The label of an actor's or target's alternate id. */
const SECOND_NAMES: Readonly<Record<string, string>> = { User: 'Login', PolicyRule: 'Policy id' }

/** The identifying fields of an actor or target, besides its name and link. */
export function partyFacts(party: LogActor | LogTarget, path: 'actor' | 'target'): Fact[] {
  return [
    ...fact('Id', `${path}.id`, party.id, { mono: true }),
    ...fact('Type', `${path}.type`, party.type),
    ...fact(SECOND_NAMES[party.type] ?? 'Key', `${path}.alternateId`, party.alternateId, {
      mono: party.type !== 'User',
    }),
    ...leavesOf(party.detailEntry, `${path}.detailEntry`),
  ]
}

function agentText({ client }: LogEvent): string | undefined {
  const { browser, os } = client?.userAgent ?? {}
  return [browser, os].filter((word) => word && word !== 'UNKNOWN').join(' on ') || undefined
}

function clientFacts(event: LogEvent): Fact[] {
  const { client } = event
  const agent = client?.userAgent
  const where = client?.geographicalContext
  const place = 'client.geographicalContext'
  return [
    ...fact('Address', 'client.ipAddress', client?.ipAddress, { mono: true }),
    ...fact('Network', 'client.zone', client?.zone),
    ...fact('City', `${place}.city`, where?.city),
    ...fact('State', `${place}.state`, where?.state),
    ...fact('Country', `${place}.country`, where?.country),
    ...fact('Postal code', `${place}.postalCode`, where?.postalCode),
    ...fact('Browser', 'client.userAgent.browser', agent?.browser, { words: agentText(event) }),
    ...fact('Device', 'client.device', client?.device),
    ...fact('Agent', 'client.userAgent.rawUserAgent', agent?.rawUserAgent, { mono: true }),
    ...fact('Client id', 'client.id', client?.id, { mono: true }),
  ]
}

function chainFacts({ request }: LogEvent): Fact[] {
  return request.ipChain.flatMap(({ ip, version, source, geographicalContext }, index) => {
    const place = [geographicalContext?.city, geographicalContext?.country].filter(Boolean).join(', ')
    const words = [ip, version === 'V6' ? 'IPv6' : 'IPv4', source, place].filter(Boolean).join(' · ')
    return fact(`Hop ${index + 1}`, 'request.ipChain.ip', ip, { words, mono: true })
  })
}

/** The event's own fields, which can be filtered by. */
export function headFacts(event: LogEvent): Fact[] {
  return [
    ...fact('Event type', 'eventType', event.eventType, { mono: true }),
    ...fact('Outcome', 'outcome.result', event.outcome.result, { words: statusMeta(event.outcome.result).word }),
    ...fact('Reason', 'outcome.reason', event.outcome.reason),
    ...fact('Severity', 'severity', event.severity, { words: severityText(event.severity) }),
    ...fact('Legacy type', 'legacyEventType', event.legacyEventType, { mono: true }),
  ]
}

/** An event's context in groups, the most asked for first; empty groups are left out. */
export function sectionsOf(event: LogEvent): FactSection[] {
  const { transaction } = event
  const sections = [
    { title: 'Client', facts: clientFacts(event) },
    { title: 'Request chain', facts: chainFacts(event) },
    {
      title: 'Transaction',
      facts: [
        ...fact('Kind', 'transaction.type', transaction.type, {
          words: transaction.type === 'WEB' ? 'Request' : 'Job',
        }),
        ...fact('Id', 'transaction.id', transaction.id, { mono: true }),
        ...leavesOf(transaction.detail, 'transaction.detail'),
      ],
    },
    { title: 'Authentication', facts: leavesOf(event.authenticationContext, 'authenticationContext') },
    { title: 'Device', facts: leavesOf(event.device, 'device') },
    { title: 'Security', facts: leavesOf(event.securityContext, 'securityContext') },
    { title: 'Debug data', facts: leavesOf(event.debugContext.debugData, 'debugContext.debugData') },
  ]
  return sections.filter(({ facts }) => facts.length > 0)
}

/** A way from an event to all that are like it: a comparison of the filter grammar. */
interface Jump {
  label: string
  path: string
  value: string
}

const TARGETS_OFFERED = 3

/** The ways that lead on from an event. */
export function jumpsOf(event: LogEvent, nameOf: (party: LogActor | LogTarget) => string): Jump[] {
  const { actor, target, transaction, authenticationContext } = event
  const session = authenticationContext?.['externalSessionId']
  const targets = (target ?? []).filter(({ id }) => id !== actor.id).slice(0, TARGETS_OFFERED)
  const one = targets.length === 1
  return [
    { label: 'Everything by this actor', path: 'actor.id', value: actor.id },
    ...targets.map((party) => ({
      label: `Everything about ${one ? 'this target' : nameOf(party)}`,
      path: 'target.id',
      value: party.id,
    })),
    { label: 'Same transaction', path: 'transaction.id', value: transaction.id },
    ...(typeof session === 'string' && session
      ? [{ label: 'Same session', path: 'authenticationContext.externalSessionId', value: session }]
      : []),
  ]
}
