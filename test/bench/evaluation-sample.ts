import { buildSample } from '#sample/index.ts'
import type { EvaluationContext, PolicySet } from '#policy/types.ts'
import { gatewaysOf } from '#contract/policy/zone-definition.ts'
import { toPolicySet } from '../helpers/policy-case-core.ts'

const PLATFORMS = ['IOS', 'ANDROID', 'WINDOWS', 'MACOS'] as const
const LEVELS = ['LOW', 'MEDIUM', 'HIGH'] as const
const EVERYONE = 'Everyone'

/** The sample organization on top of the defaults of a new one, and sign-ins of its people in which everything is known. */
export function sampleOrganization(count = 256): { set: PolicySet; contexts: EvaluationContext[] } {
  const defaults = toPolicySet({
    groups: [],
    userTypes: [],
    users: {},
    zones: {},
    apps: {},
    policies: [],
    deletedGroups: [],
  })
  const sample = buildSample({
    seed: 'bench',
    now: Date.UTC(2026, 0, 15, 9),
    defaults: { engine: 'identity', everyoneGroupId: EVERYONE, userTypeId: 'user', policies: defaults.policies },
  })
  const policyOf = (appId: string, type: string) =>
    sample.mappings.find((mapping) => mapping.appId === appId && mapping.policyType === type)?.policyId ?? null
  const set: PolicySet = {
    everyoneGroupId: EVERYONE,
    policies: [...sample.policies, ...defaults.policies],
    zones: sample.zones.map(({ definition, ...zone }) => ({ ...zone, gateways: gatewaysOf(definition) })),
    applications: sample.apps.map(({ id, name, label, status }) => ({
      id,
      name,
      label,
      status,
      accessPolicyId: policyOf(id, 'ACCESS_POLICY'),
      profileEnrollmentPolicyId: policyOf(id, 'PROFILE_ENROLLMENT'),
    })),
  }
  const addresses = set.zones.flatMap((zone) =>
    (zone.gateways ?? []).map(({ value }) => value.split(/[/-]/)[0] as string),
  )
  const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T
  const contexts = Array.from({ length: count }, (_, index): EvaluationContext => {
    const user = at(sample.users, index * 7)
    return {
      now: 0,
      app: at(set.applications, index),
      person: {
        id: user.id,
        groupIds: sample.memberships
          .filter((membership) => membership.userId === user.id)
          .map(({ groupId }) => groupId),
        userTypeId: user.typeId,
        user: { id: user.id, profile: user.profile },
      },
      ip: index % 3 === 0 ? `203.0.113.${index % 256}` : at(addresses, index),
      risk: at(LEVELS, index * 5),
      device: { platform: at(PLATFORMS, index), registered: index % 2 === 0, managed: index % 4 === 0 },
    }
  })
  return { set, contexts }
}
