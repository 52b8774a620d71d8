import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Simulation } from '#contract/policy/simulation.ts'
import {
  CATCH_ALL_NAME,
  catchAllRule,
  completeActions,
  DEFAULT_RULE_NAME,
  withAddedConditions,
} from '#policy/defaults.ts'
import { compile, simulate } from '#policy/index.ts'
import type { EvaluationContext, Person, PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'
import {
  DEFAULT_ACTIONS,
  zoneAddress,
  type CaseOrganization,
  type CasePolicy,
  type CaseRequest,
  type CaseRule,
} from './policy-cases.ts'

/** Runs stories against the core alone: names are ids. */

const EVERYONE = 'Everyone'
const DEFAULT_NAMES: Record<PolicyType, string> = {
  SVC_SIGN_ON: 'Default Policy',
  PASSWORD: 'Default Policy',
  MFA_ENROLL: 'Default Policy',
  IDP_DISCOVERY: 'Idp Discovery Policy',
  ACCESS_POLICY: 'Any two factors',
  PROFILE_ENROLLMENT: 'Default Policy',
  ENTITY_RISK: 'Entity Risk Policy',
  POST_AUTH_SESSION: 'Post Auth Policy',
  OAUTH_AUTHORIZATION_POLICY: 'Default Policy',
}
const ORDERED: readonly PolicyType[] = ['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL', 'IDP_DISCOVERY']

function systemRule(type: PolicyType, policyName: string): RuleRecord {
  const rule = ORDERED.includes(type)
    ? { name: DEFAULT_RULE_NAME, priority: 99, conditions: withAddedConditions(type, null), actions: {} }
    : { ...catchAllRule(type), name: CATCH_ALL_NAME }
  return { ...rule, id: `${type} ${policyName} ${rule.name}`, status: 'ACTIVE', system: true }
}

function toRule(type: PolicyType, rule: CaseRule, index: number): RuleRecord {
  return {
    id: rule.name,
    name: rule.name,
    status: rule.status,
    priority: rule.priority ?? index + 1,
    system: false,
    conditions: withAddedConditions(type, rule.conditions),
    actions: completeActions(type, rule.actions ?? DEFAULT_ACTIONS[type], 'identity'),
  }
}

function defaultPolicy(type: PolicyType, added: readonly CasePolicy[]): PolicyRecord {
  const name = DEFAULT_NAMES[type]
  const forEveryone = type === 'SVC_SIGN_ON' || type === 'MFA_ENROLL' || type === 'PASSWORD'
  return {
    id: `${type} ${name}`,
    type,
    name,
    status: 'ACTIVE',
    priority: 99,
    system: true,
    conditions: forEveryone ? { people: { groups: { include: [EVERYONE] } } } : null,
    rules: [...added.flatMap((policy) => policy.rules.map((r, i) => toRule(type, r, i))), systemRule(type, name)],
  }
}

function toPolicy(policy: CasePolicy & { name: string }, index: number): PolicyRecord {
  const { type, name, status } = policy
  const closing = type === 'ACCESS_POLICY' || type === 'PROFILE_ENROLLMENT' ? [systemRule(type, name)] : []
  return {
    id: name,
    type,
    name,
    status,
    priority: policy.priority ?? index + 1,
    system: false,
    conditions: policy.conditions ?? null,
    rules: [...policy.rules.map((rule, i) => toRule(type, rule, i)), ...closing],
  }
}

/** The set that an organization of a story makes, default policies of a new organization included. */
export function toPolicySet(organization: CaseOrganization): PolicySet {
  const { policies, zones, apps } = organization
  const named = policies.filter((policy): policy is CasePolicy & { name: string } => policy.name !== undefined)
  const unnamed = policies.filter((policy) => policy.name === undefined)
  const types = Object.keys(DEFAULT_NAMES) as PolicyType[]
  return {
    everyoneGroupId: EVERYONE,
    policies: [
      ...named.map(toPolicy),
      ...types.map((type) =>
        defaultPolicy(
          type,
          unnamed.filter((policy) => policy.type === type),
        ),
      ),
    ],
    zones: Object.entries(zones).map(([id, { gateways, ...zone }]) => ({
      id,
      name: id,
      ...zone,
      gateways: gateways.map(zoneAddress),
    })),
    applications: Object.entries({ portal: { accessPolicy: undefined, enrollmentPolicy: undefined }, ...apps }).map(
      ([id, app]) => ({
        id,
        name: 'bookmark',
        label: id,
        status: 'ACTIVE',
        accessPolicyId: app.accessPolicy ?? null,
        profileEnrollmentPolicyId: app.enrollmentPolicy ?? null,
      }),
    ),
  }
}

function toPerson(id: string, { users, deletedGroups }: CaseOrganization): Person {
  const user = users[id]
  if (!user) throw new Error(`the story has no person ${id}`)
  return {
    id,
    groupIds: user.groups.filter((group) => !deletedGroups.includes(group)),
    userTypeId: user.type ?? 'user',
    user: { id, profile: { login: `${id}@example.org`, ...user.profile } },
  }
}

function toContext({ appInstance, policyContext }: CaseRequest, organization: CaseOrganization): EvaluationContext {
  const { user, groups, ip, zones, risk, device } = policyContext
  return {
    now: Date.UTC(2026, 0, 15, 9),
    app: { id: appInstance, name: 'bookmark' },
    ...(user ? { person: toPerson(user.id, organization) } : { groupIds: groups?.ids ?? null }),
    ip: ip ?? null,
    zoneIds: zones?.ids ?? null,
    risk: risk?.level ?? null,
    device: device ?? null,
  }
}

/** Answers one request of a story with the core. */
export function simulateInCore(organization: CaseOrganization, request: CaseRequest): Simulation {
  return simulate(compile(toPolicySet(organization)), request.policyTypes, toContext(request, organization), {
    evaluated: request.expand.includes('EVALUATED'),
    rule: request.expand.includes('RULE'),
  })
}
