import type { InvariantCounterexample } from '#contract/gatehouse/invariant.ts'
import { explanationRequestSchema } from '#contract/policy/simulation.ts'
import { rulesFor, type Breach, type Witness } from '#analysis/index.ts'
import { answerOf, evaluate, formatList, platformLabel, type EvaluationContext } from '#policy/index.ts'
import { isAssigned } from '../apps/is-assigned.sql.ts'
import type { CheckingSide } from './checking-side.ts'
import type { KnownExample } from './known-person.ts'

/** A sign-in that breaks an invariant, somebody's or that of a person of today. */
export type Example = { breach: Breach; witness: Witness } & Partial<Omit<KnownExample, 'witness'>>

/** A sign-in that breaks an invariant: as words, for a simulation, and what it comes to by which rules. */
export async function describeExample(
  side: CheckingSide,
  { breach, witness, person, app = null }: Example,
): Promise<{ text: string; counterexample: InvariantCounterexample }> {
  const { context, needs } = witness
  const place = app ?? breach.apps?.[0] ?? null
  const situation = situationOf(context, side)
  const counterexample: InvariantCounterexample = {
    person: person
      ? { id: person.id, name: person.name, login: String(context.person?.user?.profile['login'] ?? '') }
      : null,
    app: place && { id: place.id, name: place.label },
    ...{ situation, needs: [...needs] },
    request: null,
  }
  const told = needs.length > 0 ? null : person ? context : await ofGroupsAlone(side, breach, context)
  const request = told && requestOf(told)
  return { text: textOf(side, witness, counterexample), counterexample: { ...counterexample, request } }
}

/** "Ada Byron can, to Payroll, at high risk: Yes, with any one factor, by rule “A” of “B”." */
function textOf(side: CheckingSide, { context, needs }: Witness, { person, app, situation }: InvariantCounterexample) {
  const who = person?.name ?? somebodyOf(context, side)
  const parts = [`${who}${app ? ` to ${app.name}` : ''}`, ...(situation ? [situation] : [])].join(', ')
  if (needs.length > 0) return `It would be broken by ${parts}, if ${formatList(needs)}.`
  const withApp = app !== null && side.withApps
  const evaluationOf = (type: Parameters<typeof evaluate>[1]) => evaluate(side.compiled, type, context)
  const { text } = answerOf(evaluationOf, { blockedBy: null, unreached: [], withApp }, side.nameOf)
  // A denial names its rule itself.
  const rules = rulesFor(side.set, side.compiled, context, withApp).flatMap((rule) =>
    rule && !text.includes(`“${rule.name}”`) ? [`“${rule.name}”`] : [],
  )
  const by = rules.length > 0 ? ` Decided by ${rules.length === 1 ? 'rule' : 'rules'} ${formatList(rules)}.` : ''
  return `${person ? '' : 'No one who is there today was found, but somebody could: '}${parts}: ${text}${by}`
}

/** "somebody in Contractors and Staff". */
function somebodyOf({ person }: EvaluationContext, { nameOf }: CheckingSide): string {
  const groups = person?.groupIds.map((id) => nameOf(id) ?? id) ?? []
  const type = person?.userTypeId ? nameOf(person.userTypeId) : null
  return [
    groups.length > 0 ? `somebody in ${formatList(groups)}` : 'somebody in no group but Everyone',
    ...(type ? [`of user type ${type}`] : []),
  ].join(' ')
}

/** "from 192.0.2.1, at high risk, with behaviour New city, on a device that is not managed". */
function situationOf({ ip, zoneIds, risk, behaviors, device }: EvaluationContext, { nameOf }: CheckingSide): string {
  const namesOf = (ids: readonly string[] | null | undefined) => ids?.map((id) => nameOf(id) ?? id) ?? []
  const zones = namesOf(zoneIds)
  const states = (['registered', 'managed'] as const).flatMap((name) => {
    const state = device?.[name]
    return state === undefined || state === null ? [] : [state ? name : `not ${name}`]
  })
  return [
    ...(ip ? [`from ${ip}`] : zones.length > 0 ? [`from ${formatList(zones)}`] : []),
    ...(risk ? [`at ${risk.toLowerCase()} risk`] : []),
    ...(behaviors?.length ? [`with behaviour ${formatList(namesOf(behaviors))}`] : []),
    ...(states.length > 0 ? [`on a device that is ${formatList(states)}`] : []),
    ...(device?.platform ? [`on ${platformLabel(device.platform)}`] : []),
  ].join(', ')
}

/**
 * The same of groups alone, which is all that a simulation takes of somebody who is not there; null where more of them matters, or the
 * application is not that of the groups.
 */
async function ofGroupsAlone({ set, population }: CheckingSide, breach: Breach, context: EvaluationContext) {
  const { person, app, ...situation } = context
  const groupIds = person?.groupIds.length ? person.groupIds : [set.everyoneGroupId]
  const told = { ...situation, app: app ?? null, groupIds }
  if (!breach.isBrokenBy(told) || !breach.isCertain(told)) return null
  const asked = app && { appId: app.id, userId: null, groupIds: [...groupIds, set.everyoneGroupId] }
  return !asked || (await isAssigned(population.read, asked)) ? told : null
}

/** A sign-in as a simulation takes it. */
function requestOf(context: EvaluationContext): NonNullable<InvariantCounterexample['request']> {
  const { person, groupIds, app, ip, zoneIds, risk, device, behaviors, authType, identityProvider, identifier } =
    context
  const { platform, registered, managed, assuranceId } = device ?? {}
  return explanationRequestSchema.parse({
    ...(app && { appInstance: app.id }),
    policyContext: {
      ...(person ? { user: { id: person.id } } : { groups: { ids: groupIds } }),
      ...(ip && { ip }),
      ...(zoneIds?.length && { zones: { ids: zoneIds } }),
      ...(risk && { risk: { level: risk } }),
      ...(device && { device: { platform, registered, managed, assuranceId } }),
      ...{ behaviors, authType, identityProvider, identifier },
    },
  })
}
