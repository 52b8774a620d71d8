import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { POLICY_TYPE_NAMES, type PolicyType } from '#contract/policy/policy-types.ts'
import { SIMULATED_TYPES, SIMULATION_EXPANSIONS, VERDICTS, type Simulation } from '#contract/policy/simulation.ts'

/**
 * The case files of `test/cases/policy/`: stories in symbolic names, run against the core and over HTTP. The name of a
 * group, person, zone, application, policy or rule is its id here; names are distinct within a story. `Everyone`,
 * `Default Policy`, `Default Rule`, `Any two factors` and `Catch-all Rule` are those of a new organization.
 */

const verdict = z.enum(VERDICTS)
const statusField = z.enum(['ACTIVE', 'INACTIVE']).default('ACTIVE')
const conditions = z.record(z.string(), z.unknown())

const ruleSchema = z.strictObject({
  name: z.string(),
  status: statusField,
  /** Order of the list when absent. */
  priority: z.int().optional(),
  conditions: conditions.optional(),
  /** Something that the type accepts when absent. */
  actions: conditions.optional(),
})
export type CaseRule = z.output<typeof ruleSchema>

const policySchema = z.strictObject({
  type: z.enum(POLICY_TYPE_NAMES),
  /** Absent: the rules go into the type's default policy. */
  name: z.string().optional(),
  status: statusField,
  priority: z.int().optional(),
  conditions: conditions.nullish(),
  rules: z.array(ruleSchema).default([]),
})
export type CasePolicy = z.output<typeof policySchema>

const organizationSchema = z.strictObject({
  groups: z.array(z.string()).default([]),
  userTypes: z.array(z.string()).default([]),
  users: z
    .record(
      z.string(),
      z.strictObject({
        groups: z.array(z.string()).default([]),
        type: z.string().optional(),
        profile: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default({}),
  zones: z
    .record(
      z.string(),
      z.strictObject({
        type: z.enum(['IP', 'DYNAMIC', 'DYNAMIC_V2']).default('IP'),
        status: statusField,
        usage: z.enum(['POLICY', 'BLOCKLIST']).default('POLICY'),
        /** A dash makes a range, anything else is a CIDR block. */
        gateways: z.array(z.string()).default([]),
        proxies: z.array(z.string()).default([]),
      }),
    )
    .default({}),
  /** `portal` is always there, for Everyone, with the default policies. */
  apps: z
    .record(
      z.string(),
      z.strictObject({
        groups: z.array(z.string()).default(['Everyone']),
        accessPolicy: z.string().optional(),
        enrollmentPolicy: z.string().optional(),
      }),
    )
    .default({}),
  policies: z.array(policySchema).default([]),
  /** Deleted after everything has been made, so that conditions are left dangling. */
  deletedGroups: z.array(z.string()).default([]),
})
export type CaseOrganization = z.output<typeof organizationSchema>

const listedPolicy = z.strictObject({
  policy: z.string(),
  status: verdict,
  conditions: z.record(z.string(), verdict).optional(),
  rules: z
    .array(z.strictObject({ rule: z.string(), status: verdict, conditions: z.record(z.string(), verdict).optional() }))
    .optional(),
})

const expectedSchema = z.strictObject({
  policyType: z.enum(SIMULATED_TYPES),
  /** `Policy > Rule`, or null when nothing matches. */
  result: z.string().nullable(),
  /** Paths and verdicts of the matched rule. */
  conditions: z.record(z.string(), verdict).optional(),
  evaluated: z.array(listedPolicy).optional(),
  undefined: z.array(listedPolicy).optional(),
})
export type ExpectedEntry = z.output<typeof expectedSchema>

const ids = z.strictObject({ ids: z.array(z.string()) })
const requestSchema = z.strictObject({
  policyTypes: z.array(z.enum(SIMULATED_TYPES)).nullish(),
  appInstance: z.string().default('portal'),
  policyContext: z.strictObject({
    user: z.strictObject({ id: z.string() }).optional(),
    groups: ids.optional(),
    ip: z.string().optional(),
    zones: ids.optional(),
    risk: z.strictObject({ level: z.enum(['LOW', 'MEDIUM', 'HIGH']) }).optional(),
    device: z.record(z.string(), z.unknown()).optional(),
  }),
  expand: z.array(z.enum(SIMULATION_EXPANSIONS)).default([]),
})
export type CaseRequest = z.output<typeof requestSchema>

const storySchema = z.strictObject({
  story: z.string(),
  organization: organizationSchema,
  requests: z.array(z.strictObject({ request: requestSchema, expected: z.array(expectedSchema).min(1) })).min(1),
})
export type PolicyStory = z.output<typeof storySchema> & { theme: string }

const FOLDER = new URL('../cases/policy/', import.meta.url)

/** Reads every story, in the order of file names. */
export function loadPolicyStories(): PolicyStory[] {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  return files.sort().flatMap((file) => {
    const stories = z.array(storySchema).parse(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')))
    return stories.map((story) => ({ ...story, theme: file.replace('.json', '') }))
  })
}

/** Actions that each type accepts, for rules that leave them out. */
export const DEFAULT_ACTIONS: Readonly<Record<PolicyType, Record<string, unknown>>> = {
  SVC_SIGN_ON: { signon: { access: 'ALLOW' } },
  PASSWORD: {},
  MFA_ENROLL: { enroll: { self: 'CHALLENGE' } },
  IDP_DISCOVERY: { idp: { providers: [{ type: 'SVC' }] } },
  ACCESS_POLICY: { appSignOn: { access: 'ALLOW', verificationMethod: { factorMode: '1FA' } } },
  PROFILE_ENROLLMENT: {},
  POST_AUTH_SESSION: { postAuthSession: {} },
  ENTITY_RISK: { entityRisk: {} },
  OAUTH_AUTHORIZATION_POLICY: { token: {} },
}

/** Replaces every string that is a known name by its id, at any depth. */
export function withIds<T>(value: T, idOf: (name: string) => string | undefined): T {
  if (typeof value === 'string') return (idOf(value) ?? value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => withIds(item, idOf)) as T
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withIds(item, idOf)])) as T
}

export function zoneAddress(value: string): { type: 'CIDR' | 'RANGE'; value: string } {
  return { type: value.includes('-') ? 'RANGE' : 'CIDR', value }
}

type Entry = Simulation['evaluation'][number]
type Listed = Entry['result']['policies'][number]

const conditionMap = (list: Listed['conditions']) => Object.fromEntries(list.map(({ type, status }) => [type, status]))

/** Takes from a listed policy what the expectation speaks of. */
function project(actual: Listed, expected: z.output<typeof listedPolicy> | undefined) {
  return {
    policy: actual.name,
    status: actual.status,
    ...(expected?.conditions ? { conditions: conditionMap(actual.conditions) } : {}),
    ...(expected?.rules
      ? {
          rules: actual.rules.map((rule, index) => ({
            rule: rule.name,
            status: rule.status,
            ...(expected.rules?.[index]?.conditions ? { conditions: conditionMap(rule.conditions) } : {}),
          })),
        }
      : {}),
  }
}

/**
 * A simulation in the words of the expectations: compare it with `expected` by deep equality. Types that are not
 * expected are left out; whatever an expectation does not speak of is too.
 */
export function inCaseWords(simulation: Simulation, expected: readonly ExpectedEntry[]) {
  return expected.map((entry) => {
    const actual = simulation.evaluation.find((candidate) => candidate.policyType === entry.policyType)
    if (!actual) return { policyType: `${entry.policyType} is missing` }
    const [policy] = actual.result.policies
    const list = (key: 'evaluated' | 'undefined') =>
      entry[key] ? { [key]: actual[key].policies.map((item, index) => project(item, entry[key]?.[index])) } : {}
    return {
      policyType: actual.policyType,
      result: policy ? `${policy.name} > ${policy.rules.map((rule) => rule.name).join(' and ')}` : null,
      ...(entry.conditions ? { conditions: conditionMap(policy?.rules[0]?.conditions ?? []) } : {}),
      ...list('evaluated'),
      ...list('undefined'),
    }
  })
}
