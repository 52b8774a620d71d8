import ipaddr from 'ipaddr.js'
import type { PolicyConditions, RuleConditions } from '#contract/policy/conditions.ts'
import type { Verdict } from '#contract/policy/simulation.ts'
import type { EvaluationContext, PolicySet, ZoneRecord } from '#policy/types.ts'

/**
 * A second, plain reading of spec/4 §1.9, which shares no code with the core: no compilation, no tables, strings
 * throughout. Slow on purpose. Of expressions it knows a few by heart: the language has tests of its own.
 */

type V = Verdict
type Conditions = Omit<PolicyConditions & RuleConditions, never>
export type PathStatus = { path: string; status: V }

const yesNo = (value: boolean): V => (value ? 'MATCH' : 'NOT_MATCH')
const negate = (v: V): V => (v === 'MATCH' ? 'NOT_MATCH' : v === 'NOT_MATCH' ? 'MATCH' : 'UNDEFINED')
function every(list: V[]): V {
  if (list.includes('NOT_MATCH')) return 'NOT_MATCH'
  return list.includes('UNDEFINED') ? 'UNDEFINED' : 'MATCH'
}
function some(list: V[]): V {
  if (list.includes('MATCH')) return 'MATCH'
  return list.includes('UNDEFINED') ? 'UNDEFINED' : 'NOT_MATCH'
}

const EXPRESSIONS: Record<string, (context: EvaluationContext) => unknown> = {
  "security.risk.level == 'HIGH'": ({ risk }) => (risk ? risk === 'HIGH' : undefined),
  "user.profile.title == 'Ada'": ({ person }) => (person?.user ? person.user.profile['title'] === 'Ada' : undefined),
  'device.profile.managed': ({ device }) => device?.managed ?? undefined,
}
export const KNOWN_EXPRESSIONS = Object.keys(EXPRESSIONS)

function zoneHolds(zone: ZoneRecord | undefined, ip: string): V {
  if (!zone || zone.status === 'INACTIVE') return 'NOT_MATCH'
  if (zone.type !== 'IP') return 'UNDEFINED'
  // process() turns IPv4-mapped IPv6 into IPv4.
  const address = ipaddr.process(ip)
  for (const gateway of zone.gateways ?? []) {
    if (gateway.type === 'CIDR' && gateway.value.includes('/')) {
      const [base, bits] = ipaddr.parseCIDR(gateway.value)
      if (base.kind() === address.kind() && address.match(base, bits)) return 'MATCH'
    } else {
      const ends = gateway.value.split('-').map((end) => ipaddr.process(end))
      const from = ends[0]!
      const to = ends[1] ?? from
      if (from.kind() !== address.kind()) continue
      const key = (a: typeof address) =>
        a
          .toByteArray()
          .map((byte) => String(byte).padStart(3, '0'))
          .join('.')
      if (key(from) <= key(address) && key(address) <= key(to)) return 'MATCH'
    }
  }
  return 'NOT_MATCH'
}

function inZoneList(ids: string[], set: PolicySet, context: EvaluationContext): V {
  const named =
    ids[0] === 'ALL_ZONES'
      ? set.zones.filter((zone) => zone.usage === 'POLICY')
      : ids.map((id) => set.zones.find((zone) => zone.id === id))
  const alive = named.filter((zone) => zone?.status === 'ACTIVE')
  if (context.zoneIds?.length) return yesNo(alive.some((zone) => context.zoneIds!.includes(zone!.id)))
  if (!context.ip) return alive.length ? 'UNDEFINED' : 'NOT_MATCH'
  return some(alive.map((zone) => zoneHolds(zone, context.ip!)))
}

function platformEntry(
  entry: NonNullable<NonNullable<RuleConditions['platform']>['include']>[number],
  seen: string | null,
): V {
  const os = entry.os?.type ?? 'ANY'
  const open: V = entry.os?.version || entry.os?.expression ? 'UNDEFINED' : 'MATCH'
  if (os === 'ANY' && entry.type === 'ANY') return open
  if (!seen || seen === 'ANY') return 'UNDEFINED'
  const mac = (name: string) => (name === 'OSX' ? 'MACOS' : name)
  let kind: V = 'MATCH'
  if (entry.type !== 'ANY') {
    if (seen === 'OTHER') kind = yesNo(entry.type === 'OTHER')
    else if (seen === 'IOS' || seen === 'ANDROID') kind = yesNo(entry.type === 'MOBILE')
    else kind = yesNo(entry.type === 'DESKTOP')
  }
  return every([kind, os === 'ANY' ? 'MATCH' : yesNo(mac(os) === mac(seen)), open])
}

function textMatches(pattern: { matchType: string; value: string }, text: string): V {
  const [a, b] = [text.toLowerCase(), pattern.value.toLowerCase()]
  if (pattern.matchType === 'EQUALS') return yesNo(a === b)
  if (pattern.matchType === 'CONTAINS') return yesNo(a.indexOf(b) >= 0)
  if (pattern.matchType === 'STARTS_WITH') return yesNo(a.slice(0, b.length) === b)
  if (pattern.matchType === 'SUFFIX') return yesNo(a.slice(a.length - b.length) === b && b.length <= a.length)
  try {
    const found = new RegExp(`^(?:${pattern.value})$`, 'iu').exec(text)
    return yesNo(found !== null)
  } catch {
    return 'UNDEFINED'
  }
}

const level = (expected: string, seen: string | null | undefined): V =>
  expected === 'ANY' ? 'MATCH' : seen ? yesNo(expected === seen) : 'UNDEFINED'

interface Reading {
  paths: PathStatus[]
  joint: V
}
interface Question {
  set: PolicySet
  context: EvaluationContext
  add: (path: string, status: V) => void
}
type Section = (c: Conditions, question: Question) => void

function peopleVerdict(
  people: NonNullable<RuleConditions['people']>,
  set: PolicySet,
  context: EvaluationContext,
): Reading {
  const person = context.person
  // A client that asks for itself is no person, whom conditions could be about.
  const groups = person ? person.groupIds : (context.groupIds ?? null)
  const isAlone = context.grantType === 'client_credentials' && groups === null
  const all = groups && [...groups, set.everyoneGroupId, 'EVERYONE']
  const inGroups = (ids: string[]): V => (all ? yesNo(ids.some((id) => all.includes(id))) : 'UNDEFINED')
  const inUsers = (ids: string[]): V => (person ? yesNo(ids.includes(person.id)) : 'UNDEFINED')
  const gi = people.groups?.include ?? []
  const ge = people.groups?.exclude ?? []
  const ui = people.users?.include ?? []
  const ue = people.users?.exclude ?? []
  const includes: V[] = []
  if (gi.length) includes.push(inGroups(gi))
  if (ui.length) includes.push(inUsers(ui))
  const paths: PathStatus[] = []
  if (ge.length) paths.push({ path: 'people.groups.exclude', status: negate(inGroups(ge)) })
  if (gi.length) paths.push({ path: 'people.groups.include', status: inGroups(gi) })
  if (ue.length) paths.push({ path: 'people.users.exclude', status: negate(inUsers(ue)) })
  if (ui.length) paths.push({ path: 'people.users.include', status: inUsers(ui) })
  const joint = [
    ...(includes.length ? [some(includes)] : []),
    ...(ge.length ? [negate(inGroups(ge))] : []),
    ...(ue.length ? [negate(inUsers(ue))] : []),
  ]
  if (isAlone) return { paths: paths.map(({ path }) => ({ path, status: 'MATCH' })), joint: 'MATCH' }
  return { paths, joint: every(joint) }
}

/** Whom, and for which application. */
const who: Section = (c, { context, add }) => {
  if (c.userType) {
    const id = context.person?.userTypeId
    const inside = (ids: string[]): V => (id === undefined ? 'UNDEFINED' : yesNo(ids.includes(id)))
    if (c.userType.include.length) add('userType.include', inside(c.userType.include))
    if (c.userType.exclude.length) add('userType.exclude', negate(inside(c.userType.exclude)))
  }
  if (c.authProvider) {
    const person = context.person
    const met: V = person ? yesNo((person.providerType ?? 'SVC') === c.authProvider.provider) : 'UNDEFINED'
    add('authProvider.provider', met)
    if (c.authProvider.include?.length) add('authProvider.include', every([met, 'UNDEFINED']))
  }
  if (c.app) {
    const hit = (entries: NonNullable<typeof c.app>['include']): V =>
      !context.app
        ? 'UNDEFINED'
        : some(
            entries.map((entry) =>
              entry.type === 'APP'
                ? yesNo(entry.id === context.app!.id)
                : context.app!.name === undefined
                  ? 'UNDEFINED'
                  : yesNo(entry.name === context.app!.name),
            ),
          )
    if (c.app.include.length) add('app.include', hit(c.app.include))
    if (c.app.exclude.length) add('app.exclude', negate(hit(c.app.exclude)))
  }
}

/** From where, and with which device. */
const where: Section = (c, { set, context, add }) => {
  if (c.network) {
    if (c.network.connection === 'ANYWHERE') add('network.connection', 'MATCH')
    else {
      if (c.network.include?.length) add('network.include', inZoneList(c.network.include, set, context))
      if (c.network.exclude?.length) add('network.exclude', negate(inZoneList(c.network.exclude, set, context)))
    }
  }
  if (c.device) {
    for (const key of ['registered', 'managed'] as const) {
      const seen = context.device?.[key]
      if (c.device[key] !== undefined)
        add(`device.${key}`, seen === undefined || seen === null ? 'UNDEFINED' : yesNo(seen === c.device[key]))
    }
    const id = context.device?.assuranceId
    if (c.device.assurance)
      add('device.assurance.include', id ? yesNo(c.device.assurance.include.includes(id)) : 'UNDEFINED')
  }
  if (c.platform) {
    const seen = context.device?.platform ?? null
    const { include, exclude } = c.platform
    if (include?.length) add('platform.include', some(include.map((entry) => platformEntry(entry, seen))))
    if (exclude?.length) add('platform.exclude', negate(some(exclude.map((entry) => platformEntry(entry, seen)))))
  }
}

/** At which risk. */
const risk: Section = (c, { context, add }) => {
  if (c.riskScore) add('riskScore.level', level(c.riskScore.level, context.risk))
  if (c.risk)
    add(
      'risk.behaviors',
      context.behaviors ? yesNo(c.risk.behaviors.some((id) => context.behaviors!.includes(id))) : 'UNDEFINED',
    )
  if (c.entityRisk) add('entityRisk.level', level(c.entityRisk.level, context.entityRisk))
  if (c.riskDetectionTypes) {
    const seen = context.riskDetections
    const hit = (types: readonly string[]): V => (seen ? yesNo(types.some((type) => seen.includes(type))) : 'UNDEFINED')
    if (c.riskDetectionTypes.include) add('riskDetectionTypes.include', hit(c.riskDetectionTypes.include))
    if (c.riskDetectionTypes.exclude) add('riskDetectionTypes.exclude', negate(hit(c.riskDetectionTypes.exclude)))
  }
}

/** How the person signs in. */
const how: Section = (c, { context, add }) => {
  if (c.authContext) add('authContext.authType', level(c.authContext.authType, context.authType))
  if (c.identityProvider) {
    const { provider, idpIds } = c.identityProvider
    const seen = context.identityProvider
    if (provider === 'ANY') add('identityProvider.provider', 'MATCH')
    else if (!seen) add('identityProvider.provider', 'UNDEFINED')
    else if (seen.type === 'SVC') add('identityProvider.provider', yesNo(provider === 'SVC'))
    else add('identityProvider.provider', yesNo(provider === 'SPECIFIC_IDP' && (idpIds ?? []).includes(seen.id)))
  }
}

/** Which client asks for what. */
const client: Section = (c, { context, add }) => {
  if (c.clients) {
    const all = c.clients.include.includes('ALL_CLIENTS')
    add(
      'clients.include',
      all ? 'MATCH' : context.clientId ? yesNo(c.clients.include.includes(context.clientId)) : 'UNDEFINED',
    )
  }
  if (c.grantTypes)
    add('grantTypes.include', context.grantType ? yesNo(c.grantTypes.include.includes(context.grantType)) : 'UNDEFINED')
  if (c.scopes?.include.length) {
    const { include } = c.scopes
    const all = include.includes('*')
    const asked = context.scopes
    add('scopes.include', all ? 'MATCH' : asked ? yesNo(asked.every((scope) => include.includes(scope))) : 'UNDEFINED')
  }
}

/** By what the person is called, and by expression. */
const identity: Section = (c, { context, add }) => {
  if (c.userIdentifier?.patterns.length) {
    const condition = c.userIdentifier
    const user = context.person?.user
    let status: V
    if (condition.type === 'IDENTIFIER') {
      const text = context.identifier || user?.profile['login']
      status = typeof text === 'string' ? some(condition.patterns.map((p) => textMatches(p, text))) : 'UNDEFINED'
    } else if (!user) status = 'UNDEFINED'
    else {
      const value = user.profile[condition.attribute!]
      status =
        value === null || value === undefined
          ? 'NOT_MATCH'
          : some(condition.patterns.map((p) => textMatches(p, String(value))))
    }
    add('userIdentifier.patterns', status)
  }
  if (c.elCondition) {
    const value = EXPRESSIONS[c.elCondition.condition]!(context)
    add('elCondition.condition', typeof value === 'boolean' ? yesNo(value) : 'UNDEFINED')
  }
}

/** All paths that the conditions set with their verdicts, and the joint verdict. */
export function naiveConditions(
  given: PolicyConditions | RuleConditions | null | undefined,
  set: PolicySet,
  context: EvaluationContext,
): Reading {
  const c = (given ?? {}) as Conditions
  const people = c.people ? peopleVerdict(c.people, set, context) : { paths: [], joint: 'MATCH' as const }
  const rest: PathStatus[] = []
  const question = { set, context, add: (path: string, status: V) => void rest.push({ path, status }) }
  for (const section of [who, where, risk, how, client, identity]) section(c, question)
  return { paths: [...people.paths, ...rest], joint: every([people.joint, ...rest.map(({ status }) => status)]) }
}
