import { compileZones, parseAddress, YES, type EvaluationContext, type Fact, type PolicySet } from '#policy/index.ts'
import { patternHolds } from './pattern-holds.ts'
import { compileExpression } from '#policy/evaluate/expression-condition.ts'
import { OTHER } from '#policy/formula/term.ts'
import { factsOf } from '#policy/prepared-context.ts'

/** What one context says of facts: a plain reading, against which formulas of conditions are held. */
export function factIn(set: PolicySet, context: EvaluationContext): (fact: Fact) => boolean {
  const scopes = new Set(
    set.policies.flatMap(({ rules }) => rules.flatMap((rule) => rule.conditions?.scopes?.include ?? [])),
  )
  return ({ about }) => {
    switch (about.kind) {
      case 'known':
        return about.subject.startsWith('free: expression ')
          ? verdictOf(set, context, about.subject.slice('free: expression '.length)) !== 1
          : valueOf(set, context, about.subject) !== undefined
      case 'is':
        return JSON.stringify(valueOf(set, context, about.subject)) === about.value
      case 'has': {
        const held = valueOf(set, context, about.subject) as readonly string[] | undefined
        return about.item === OTHER
          ? Boolean(held?.some((scope) => !scopes.has(scope)))
          : Boolean(held?.includes(about.item))
      }
      case 'matches': {
        const text = valueOf(set, context, about.subject)
        return text !== undefined && text !== null && patternHolds(about.pattern, String(text))
      }
      case 'free':
        if (about.text.startsWith('expression '))
          return verdictOf(set, context, about.text.slice('expression '.length)) === YES
        return about.text === 'a client asks for itself' && isAlone(context)
    }
  }
}

const isAlone = ({ grantType, person, groupIds }: EvaluationContext) =>
  grantType === 'client_credentials' && !person && !groupIds

const verdictOf = ({ everyoneGroupId }: PolicySet, context: EvaluationContext, source: string) =>
  compileExpression(source, { everyoneGroupId, zones: new Map() }).test(factsOf(context))

/** The value, the items of a set, or undefined where it is not known. */
function valueOf(set: PolicySet, context: EvaluationContext, subject: string): unknown {
  const { person, device } = context
  const profile = person?.user?.profile
  if (subject === 'user.status') return person?.user?.status
  if (subject.startsWith('user.profile.'))
    return profile ? (profile[subject.slice('user.profile.'.length)] ?? null) : undefined
  const known = (value: unknown) => value ?? undefined
  switch (subject) {
    case 'person':
      return person?.id
    case 'groups':
      return known(person?.groupIds ?? context.groupIds)
    case 'userType':
      return person?.userTypeId
    case 'providerType':
      return person ? (person.providerType ?? 'SVC') : undefined
    case 'user':
      return profile
    case 'app':
      return context.app?.id
    case 'appName':
      return context.app?.name
    case 'zones':
      return heldBy(set, context)
    case 'dynamicZones':
      return context.zoneIds?.length ? context.zoneIds : undefined
    case 'platform':
      return device?.platform === 'ANY' ? undefined : known(device?.platform)
    case 'registered':
      return known(device?.registered)
    case 'managed':
      return known(device?.managed)
    case 'assurance':
      return known(device?.assuranceId)
    case 'riskScore':
      return known(context.risk)
    case 'entityRisk':
      return known(context.entityRisk)
    case 'behaviors':
      return known(context.behaviors)
    case 'detections':
      return known(context.riskDetections)
    case 'authType':
      return known(context.authType)
    case 'identityProvider':
      return context.identityProvider
        ? 'id' in context.identityProvider
          ? context.identityProvider.id
          : null
        : undefined
    case 'client':
      return known(context.clientId)
    case 'grantType':
      return known(context.grantType)
    case 'scopes':
      return known(context.scopes)
    case 'identifier':
      return context.identifier || (typeof profile?.['login'] === 'string' ? profile['login'] : undefined)
    default:
      return undefined
  }
}

function heldBy({ zones }: PolicySet, { zoneIds, ip }: EvaluationContext): readonly string[] | undefined {
  if (zoneIds?.length) return zoneIds
  const address = ip ? parseAddress(ip) : null
  if (address === null) return undefined
  return [...compileZones(zones).values()].filter((zone) => zone.holds(address) === YES).map(({ id }) => id)
}
