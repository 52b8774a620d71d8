import { setImmediate } from 'node:timers/promises'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { POLICY_TYPES, POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import {
  SIMULATED_TYPES,
  type ChangeExplanation,
  type ExplanationContext,
  type ExplanationReply,
  type PolicyContext,
  type SignInSituation,
  type Simulation,
} from '#contract/policy/simulation.ts'
import {
  answerOf,
  isClientAlone,
  tokenAnswer,
  blockedBy,
  type CompiledSet,
  evaluate,
  type EvaluationContext,
  explain,
  type PolicySet,
  type SetChange,
  simulate,
  type TypeEvaluation,
  withSetChange,
} from '#policy/index.ts'
import { isAssigned } from '../apps/is-assigned.sql.ts'
import { clientWithId } from '../apps/clients.ts'
import { requireAuthorizationServer } from '../authorization-servers/authorization-servers.ts'
import { groupsOfUser } from '../directory/groups.sql.ts'
import { requireUser } from '../directory/find-user.ts'
import { toPerson } from '../directory/person.ts'
import { groups } from '#db/tables/groups.ts'
import type { Service } from '../service/service.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import { requirePolicyResource } from '../policy-resources/policy-resources.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { requireEngine } from '../policies/check.ts'
import { toGroupView } from '../policies/group-view.ts'
import { unreachedBecause } from '../directory/unreached.ts'

interface Expansion {
  evaluated: boolean
  rule: boolean
}

/** Answers the interface's own simulation (spec/1 "Access simulation", spec/4 §1.6). Changes nothing. */
export async function simulatePolicies(
  service: Service,
  body: {
    policyTypes?: Simulation['evaluation'][number]['policyType'][] | null
    appInstance: string
    policyContext: PolicyContext
  },
  expansion: Expansion,
): Promise<Simulation> {
  requireEngine('ACCESS_POLICY', service.engine())
  const snapshot = await service.snapshot()
  const context = await toEvaluationContext(service, snapshot, body.policyContext, body.appInstance)
  return simulate(snapshot.compiled(), body.policyTypes ?? [...SIMULATED_TYPES], context, expansion)
}

interface Question {
  appInstance?: string | null
  policyContext: ExplanationContext
  /** Absent: all. */
  policyTypes?: PolicyType[] | null
}

/** A set of policies that decides, and the same compiled. */
interface Deciding {
  set: PolicySet
  compiled: CompiledSet
}

const TOKENS = 'OAUTH_AUTHORIZATION_POLICY'

/**
 * Whether a sign-in gets in, and with what, or, where a client asks for itself or token policies alone are asked about, whether the client
 * is given a token: the one answer that every view tells, with what it was found by, and the types of policies that decide it.
 * @param deciding the policies as they are now unless said
 * @throws ApiError E0000007 for what the question names and does not exist, E0000001 for an application that is not theirs
 */
export async function answerSignIn(
  service: Service,
  { appInstance, policyContext, policyTypes }: Question,
  deciding?: Deciding,
) {
  const snapshot = await service.snapshot()
  const { set, compiled } = deciding ?? { set: snapshot.set, compiled: snapshot.compiled() }
  const context = {
    ...(await toEvaluationContext(service, snapshot, policyContext, appInstance ?? null)),
    ...(await readMore(service, policyContext)),
  }
  const evaluations = new Map<PolicyType, TypeEvaluation>()
  const evaluationOf = (type: PolicyType) => {
    const evaluation = evaluations.get(type) ?? evaluate(compiled, type, context)
    evaluations.set(type, evaluation)
    return evaluation
  }
  const refused = {
    blockedBy: blockedBy(set, context.ip, context.zoneIds),
    unreached: unreachedBecause(context.person, findApp(snapshot, appInstance)),
  }
  const withApp = Boolean(appInstance) && service.engine() === 'identity'
  const isOfTokens = isClientAlone(context) || (policyTypes?.length === 1 && policyTypes[0] === TOKENS)
  const answer = isOfTokens
    ? tokenAnswer(evaluationOf(TOKENS), compiled.nameOf)
    : answerOf(evaluationOf, { ...refused, withApp }, compiled.nameOf)
  const isRefused = refused.blockedBy !== null || refused.unreached.length > 0
  const decidedBy: PolicyType[] = isOfTokens
    ? [TOKENS]
    : isRefused
      ? []
      : ['SVC_SIGN_ON', ...(withApp ? ['ACCESS_POLICY' as const] : [])]
  return { compiled, context, evaluationOf, refused, answer, decidedBy }
}

/** Answers Gatehouse's own simulation: any type, with evidence in words. An application is needed only where types are found through one. */
export async function explainPolicies(
  service: Service,
  body: Question,
  deciding?: Deciding,
): Promise<ExplanationReply> {
  const { compiled, context, evaluationOf, refused, answer } = await answerSignIn(service, body, deciding)
  const types = body.policyTypes?.length ? body.policyTypes : POLICY_TYPE_NAMES
  const known = types.filter((type) => service.engine() === 'identity' || POLICY_TYPES[type].engine === 'both')
  const explanations: ExplanationReply['explanations'] = []
  for (const type of known) {
    // WHY: thousands of policies of one type are explained in some milliseconds; all types at once would keep others waiting.
    await setImmediate()
    explanations.push(explain(compiled, type, context, evaluationOf(type)))
  }
  return { ...refused, answer, explanations }
}

/**
 * The same sign-in before a change that was tried, and after it.
 * @throws ApiError as {@link explainPolicies}
 */
export async function explainChange(
  service: Service,
  change: SetChange,
  body: Parameters<typeof explainPolicies>[1],
): Promise<ChangeExplanation> {
  const { set: now, compiler } = await service.snapshot()
  const set = withSetChange(now, change)
  return {
    before: await explainPolicies(service, body),
    after: await explainPolicies(service, body, { set, compiled: compiler(set) }),
  }
}

/** What only Gatehouse's own simulation is told. @throws ApiError E0000007 */
async function readMore(service: Service, request: SignInSituation) {
  return {
    authorizationServerId: await serverId(service, request.authorizationServerId),
    identifier: request.identifier ?? null,
    authType: request.authType ?? null,
    identityProvider: request.identityProvider ?? null,
    behaviors: request.behaviors ?? null,
    entityRisk: request.entityRisk?.level ?? null,
    riskDetections: request.riskDetections ?? null,
    clientId: await appIdOf(service, request.clientId),
    grantType: request.grantType ?? null,
    scopes: request.scopes ?? null,
  }
}

/** Policies name a client by its application, which may go by another id as a client. */
async function appIdOf({ reader }: Service, id: string | null | undefined): Promise<string | null> {
  return id ? ((await clientWithId(reader, id))?.id ?? id) : null
}

async function serverId(service: Service, idOrAlias: string | null | undefined): Promise<string | null> {
  return idOrAlias ? (await requireAuthorizationServer(service.reader, idOrAlias)).id : null
}

const findApp = ({ set }: Snapshot, id: string | null | undefined) =>
  id ? (set.applications.find((candidate) => candidate.id === id) ?? null) : null

async function toEvaluationContext(
  service: Service,
  snapshot: Snapshot,
  request: PolicyContext,
  appId: string | null,
): Promise<EvaluationContext> {
  const app = findApp(snapshot, appId)
  if (appId && !app) throw notFound(appId, 'AppInstance')
  const where = await readWhere(service, snapshot, request)
  const who = await whoContext(service, snapshot, request, app?.id ?? null)
  return { ...who, ...where, now: Date.parse(service.now()), app: app ?? null }
}

type Situation = Omit<EvaluationContext, 'now' | 'app' | 'person' | 'groupIds' | 'groups'>

/** All of a sign-in but whose it is and to what, checked; plain data. @throws ApiError E0000007 for what does not exist */
export async function readSituation(service: Service, request: SignInSituation): Promise<Situation> {
  const where = await readWhere(service, await service.snapshot(), request)
  return { ...where, ...(await readMore(service, request)) }
}

/** From where, and with what. @throws ApiError E0000007 */
async function readWhere(
  service: Service,
  snapshot: Snapshot,
  request: Pick<SignInSituation, 'ip' | 'zones' | 'risk' | 'device'>,
) {
  requireZones(snapshot, request)
  if (request.device?.assuranceId)
    await requirePolicyResource(service.reader, POLICY_RESOURCES.deviceAssurance, request.device.assuranceId)
  return {
    ip: request.ip ?? null,
    zoneIds: request.zones?.ids ?? null,
    risk: request.risk?.level ?? null,
    device: request.device ?? null,
  }
}

/** No one is named where routing is explained from what was typed. */
function whoContext(
  service: Service,
  snapshot: Snapshot,
  { user, groups: named }: PolicyContext,
  appId: string | null,
) {
  if (user) return personContext(service, snapshot, user.id, appId)
  return named?.ids.length ? groupContext(service, snapshot, named.ids, appId) : {}
}

async function personContext(service: Service, snapshot: Snapshot, idOrLogin: string, appId: string | null) {
  const row = await requireUser(service.reader, idOrLogin)
  const memberOf = await groupsOfUser(service.reader, row.id)
  const person = toPerson(
    row,
    memberOf.map((group) => group.id),
  )
  if (appId && !(await isTheirs(service, snapshot, appId, { userId: row.id, groupIds: person.groupIds })))
    throw invalid('User', `${row.login} is not assigned to this application`)
  return { person, groups: memberOf.map(toGroupView) }
}

async function groupContext(service: Service, snapshot: Snapshot, groupIds: readonly string[], appId: string | null) {
  const known = await groups.byId(service.reader, groupIds)
  const missing = groupIds.find((id) => !known.has(id))
  if (missing) throw notFound(missing, 'UserGroup')
  if (appId && !(await isTheirs(service, snapshot, appId, { userId: null, groupIds })))
    throw invalid('Groups', 'none of these groups is assigned to this application')
  return { groupIds, groups: [...known.values()].map(toGroupView) }
}

function isTheirs(
  service: Service,
  { set }: Snapshot,
  appId: string,
  who: { userId: string | null; groupIds: readonly string[] },
) {
  return isAssigned(service.reader, { appId, ...who, groupIds: [...who.groupIds, set.everyoneGroupId] })
}

function requireZones(snapshot: Snapshot, request: Pick<PolicyContext, 'zones'>): void {
  const unknown = request.zones?.ids.find((id) => !snapshot.set.zones.some((zone) => zone.id === id))
  if (unknown) throw notFound(unknown, 'NetworkZone')
}
