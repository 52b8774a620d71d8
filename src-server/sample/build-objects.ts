import { behaviorWriteSchema } from '#contract/policy/resources/behavior.ts'
import { deviceAssuranceWriteSchema } from '#contract/policy/resources/device-assurance.ts'
import { identityProviderWriteSchema } from '#contract/policy/resources/identity-provider.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import { zoneDefinitionOf } from '#contract/policy/zone-definition.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import { columnsOf } from '#contract/policy/resources/definitions.ts'
import { dayStart, HOUR_MS, iso, stampsOf } from './clock.ts'
import { policyId, policySpecs } from './build-policies.ts'
import { sampleId } from './random.ts'
import type { References } from './references.ts'
import { APPS, GROUPS, ORGANIZATION, POLICY_RESOURCE_SPECS, ZONES, type GroupSpec, type ZoneSpec } from './resources.ts'
import type {
  SampleApp,
  SampleAppGroup,
  SampleGroup,
  SampleMapping,
  SampleOptions,
  SamplePolicyResource,
  SampleUserType,
  SampleZone,
} from './types.ts'

/** Everything but people came to be in the organization's first months. */
const FIRST_MONTHS_DAYS = 120

const bornDaysAgo = (index: number) => ORGANIZATION.foundedDaysAgo - ((index * 37) % FIRST_MONTHS_DAYS)

/** Groups that exist; those that are gone live on only in what names them. */
export const livingGroups = (): GroupSpec[] => GROUPS.filter((group) => group.deletedDaysAgo === undefined)

/** The groups; `lastMembershipUpdated` is filled in once people have joined. */
export function buildGroups({ now }: SampleOptions, references: References): SampleGroup[] {
  return livingGroups().map((spec, index) => {
    const stamps = stampsOf(now, bornDaysAgo(index))('group', spec.key)
    return {
      id: references.id('group', spec.key),
      type: 'SVC_GROUP',
      name: spec.name,
      description: spec.description,
      ...stamps,
      lastMembershipUpdated: stamps.created,
      profile: null,
      sourceId: null,
    }
  })
}

/** User types beside the default one. */
export function buildUserTypes({ now }: SampleOptions, references: References): SampleUserType[] {
  return ORGANIZATION.userTypes.map((spec, index) => {
    const created = iso(dayStart(now, bornDaysAgo(index)) + 9 * HOUR_MS)
    const createdBy = references.id('user', 'maren')
    const { name, displayName, description } = spec
    const id = references.id('type', spec.key)
    return {
      id,
      name,
      displayName,
      description,
      isDefault: false,
      schemaId: references.id('schema', spec.key),
      createdBy,
      lastUpdatedBy: createdBy,
      created,
      lastUpdated: created,
    }
  })
}

function addresses(values: ZoneSpec['gateways']) {
  return values?.map((value) => ({ type: value.includes('/') ? ('CIDR' as const) : ('RANGE' as const), value })) ?? null
}

/** The network zones. */
export function buildZones({ now }: SampleOptions, references: References): SampleZone[] {
  return ZONES.map((spec, index) => ({
    id: references.id('zone', spec.key),
    type: spec.type,
    name: spec.name,
    status: 'ACTIVE',
    usage: spec.usage ?? 'POLICY',
    system: false,
    definition: zoneDefinitionOf(
      spec.type === 'IP'
        ? { type: 'IP', name: spec.name, gateways: addresses(spec.gateways), proxies: addresses(spec.proxies) }
        : { type: 'DYNAMIC', name: spec.name, proxyType: spec.proxyType },
    ),
    ...stampsOf(now, bornDaysAgo(index))('zone', spec.key),
  }))
}

const POLICY_RESOURCE_SCHEMAS = {
  behavior: behaviorWriteSchema,
  deviceAssurance: deviceAssuranceWriteSchema,
  identityProvider: identityProviderWriteSchema,
} as const

/** Behaviors, identity providers and, on Identity Engine, device assurances, as the service would have stored them. */
export function buildPolicyResources({ now, defaults }: SampleOptions, references: References): SamplePolicyResource[] {
  return POLICY_RESOURCE_SPECS.filter(
    ({ kind }) => defaults.engine === 'identity' || POLICY_RESOURCES[kind].engine === 'both',
  ).map(({ kind, key, body }, index) => {
    const { name, type, definition } = columnsOf(POLICY_RESOURCES[kind], POLICY_RESOURCE_SCHEMAS[kind].parse(body))
    const created = iso(dayStart(now, bornDaysAgo(index)) + 10 * HOUR_MS)
    return { id: references.id(kind, key), kind, type, name, definition, created, lastUpdated: created }
  })
}

/** The applications with the groups that they are assigned to and, on Identity Engine, their authentication policies. */
export function buildApps(options: SampleOptions, references: References) {
  const { seed, now, defaults } = options
  const apps: SampleApp[] = []
  const appGroups: SampleAppGroup[] = []
  const mappings: SampleMapping[] = []
  const policies = new Map(policySpecs(defaults.engine).map((spec) => [spec.key, spec]))
  APPS.forEach((spec, index) => {
    const stamps = stampsOf(now, bornDaysAgo(index))('app', spec.key)
    const appId = references.id('app', spec.key)
    apps.push({
      id: appId,
      name: spec.name,
      label: spec.label,
      status: spec.status ?? 'ACTIVE',
      signOnMode: spec.signOnMode,
      system: false,
      definition: appDefinition(spec, spec),
      ...stamps,
    })
    spec.groups.forEach((group, priority) =>
      appGroups.push({
        appId,
        groupId: references.id('group', group),
        priority,
        profile: {},
        lastUpdated: stamps.lastUpdated,
      }),
    )
    const policy = policies.get(spec.policy)
    if (policy)
      mappings.push({
        id: sampleId(seed, 'mapping', spec.key),
        appId,
        policyId: policyId(seed, policy),
        policyType: policy.type,
      })
  })
  return { apps, appGroups, mappings }
}
