import { exampleOf, inTime, timeLimit, type Witness } from '#analysis/index.ts'
import type { RuleDraft, RuleDraftFindings } from '#contract/gatehouse/rule-draft.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { EvaluationContext } from '#policy/index.ts'
import { TIME } from '#workers/time.ts'
import type { Directory } from './audience-data.ts'
import { admittedBy } from './audiences.ts'
import { DRAFT, withDraft } from './draft-findings.ts'

type Example = NonNullable<RuleDraftFindings['example']>

/** So many people are tried. */
const MOST_PEOPLE = 200

/** A sign-in that a draft of a rule would decide, as a request to simulate it; null where none is found in time. */
export function exampleOfDraft(directory: Directory, draft: RuleDraft): Example | null {
  const { set, policies } = directory.snapshot
  const own = policies.get(draft.policyId)
  if (!own) return null
  const policy = { ...own, status: 'ACTIVE' as const, rules: withDraft(own, draft) }
  const others = set.policies.filter(({ id }) => id !== own.id)
  const people = admittedBy(directory, draft.conditions ?? {}).slice(0, MOST_PEOPLE)
  const limit = timeLimit(LIMITS.questionMs, TIME)
  const found = inTime(() => exampleOf({ ...set, policies: [...others, policy] }, DRAFT, { people, limit }))?.value
  return found ? presented(found, directory) : null
}

function presented({ context, needs }: Witness, directory: Directory): Example | null {
  const request = requestOf(context, directory)
  return request && { request, needs: [...needs] }
}

/** The sign-in as it is asked for; null where it names something that is not there, because any other would do. */
function requestOf(context: EvaluationContext, { snapshot: { names } }: Directory): Example['request'] | null {
  const { app, person, groupIds, ip, zoneIds, risk, entityRisk, identityProvider, device } = context
  const ids = [app?.id, context.clientId, device?.assuranceId, identityProvider?.type === 'IDP' && identityProvider.id]
  if (ids.some((id) => id && !names.has(id))) return null
  const { identifier, authType, behaviors, riskDetections, authorizationServerId, clientId, grantType, scopes } =
    context
  const policyContext = {
    ...(person ? { user: { id: person.id } } : groupIds ? { groups: { ids: [...groupIds] } } : {}),
    ...(ip ? { ip } : zoneIds ? { zones: { ids: [...zoneIds] } } : {}),
    ...(risk && { risk: { level: risk } }),
    ...(entityRisk && { entityRisk: { level: entityRisk } }),
    ...given({ device, identifier, authType, identityProvider, behaviors, riskDetections }),
    ...given({ authorizationServerId, clientId, grantType, scopes }),
  }
  // WHY the cast: what formulas name are values of the contract, which the core reads as texts.
  return { ...(app ? { appInstance: app.id } : {}), policyContext } as Example['request']
}

const given = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
