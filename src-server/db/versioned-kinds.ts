import type { VersionKind } from '#contract/gatehouse/version.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { ROW_FORMS, type OMITTED, type RowForm } from './row-forms.ts'
import { policyMappings, type AppRecord, type PolicyMappingRecord } from './tables/apps.ts'
import type { AuthorizationServerRecord } from './tables/authorization-servers.ts'
import type { EventHookRecord } from './tables/event-hooks.ts'
import type { GroupRuleRecord } from './tables/group-rules.ts'
import type { GroupRecord } from './tables/groups.ts'
import { policies, policyRules, type PolicyRow, type PolicyRuleRow } from './tables/policies.ts'
import type { PolicyResourceRecord } from './tables/policy-resources.ts'
import type { ProfileSchemaRecord } from './tables/profile-schemas.ts'
import type { ServerClaimRecord, ServerScopeRecord } from './tables/token-contents.ts'
import type { UserRecord, UserTypeRecord } from './tables/users.ts'
import { zones, type ZoneRow } from './tables/zones.ts'

/** A table whose rows have versions: of one kind, or of several that share it. */
export interface VersionedTable {
  readonly table: { readonly name: string }
  readonly kinds: readonly VersionKind[]
  /** The column of the ids of its objects. */
  readonly key: string
  /**
   * The current rows, in SQL: kind, id, parent, name, body as JSON, and the id that events use for a row without one.
   * INVARIANT: no body has a secret.
   */
  readonly existing: string
  /** Attributes whose change alone makes a version only if an event is about the object. */
  readonly minor: ReadonlySet<string>
  /** Attributes whose change alone never makes one. */
  readonly silent: ReadonlySet<string>
  /** Whether events are about the object by the `alias` of its row. */
  readonly hasAlias?: true
  /** Whether the versions of an object lose their bodies with its deletion: a deleted person does not live on beyond the name. */
  readonly isForgotten?: true
}

type Omitted<K extends keyof typeof OMITTED> = (typeof OMITTED)[K][number]
type PolicyResourceBody = Omit<PolicyResourceRecord, Omitted<'policyResource'>>

/** The state in a version, by kind: the row of the object without secrets; its owner is a separate column. */
export interface VersionBodies {
  policy: Omit<PolicyRow, 'authorizationServerId'>
  rule: Omit<PolicyRuleRow, 'policyId'> & { policyType: PolicyType }
  zone: ZoneRow
  mapping: PolicyMappingRecord
  user: Omit<UserRecord, Omitted<'user'>>
  group: Omit<GroupRecord, Omitted<'group'>>
  groupRule: GroupRuleRecord
  userType: UserTypeRecord
  schema: Omit<ProfileSchemaRecord, Omitted<'schema'>>
  app: AppRecord
  identityProvider: PolicyResourceBody
  authenticator: PolicyResourceBody
  behavior: PolicyResourceBody
  deviceAssurance: PolicyResourceBody
  authorizationServer: Omit<AuthorizationServerRecord, Omitted<'authorizationServer'>>
  serverScope: Omit<ServerScopeRecord, Omitted<'serverScope'>>
  serverClaim: Omit<ServerClaimRecord, Omitted<'serverClaim'>>
  eventHook: Omit<EventHookRecord, Omitted<'eventHook'>>
}

const truth = (column: string) => `json(iif(${column}, 'true', 'false'))`

/** New positions of neighbours are no versions: they change with every neighbour. */
const POSITIONED = { key: 'id', minor: new Set(['priority', 'lastUpdated']), silent: new Set<string>() }

/** Written out, so that the states in files from before the other kinds stay equal to those of now. */
const FIRST: readonly VersionedTable[] = [
  {
    ...POSITIONED,
    table: policies,
    kinds: ['policy'],
    existing: `SELECT 'policy' AS kind, id, authorization_server_id AS parent, name, json_object('id', id, 'status', status,
      'name', name, 'description', description, 'priority', priority, 'system', ${truth('system')},
      'conditions', json(conditions), 'settings', json(settings), 'resourceType', resource_type, 'created', created,
      'lastUpdated', last_updated, 'type', type) AS body, NULL AS alias FROM policies`,
  },
  {
    ...POSITIONED,
    table: policyRules,
    kinds: ['rule'],
    existing: `SELECT 'rule' AS kind, r.id, r.policy_id AS parent, r.name, json_object('id', r.id, 'status', r.status,
      'name', r.name, 'priority', r.priority, 'system', ${truth('r.system')}, 'conditions', json(r.conditions),
      'actions', json(r.actions), 'created', r.created, 'lastUpdated', r.last_updated, 'policyType', p.type) AS body,
      NULL AS alias FROM policy_rules r JOIN policies p ON p.id = r.policy_id`,
  },
  {
    ...POSITIONED,
    table: zones,
    kinds: ['zone'],
    existing: `SELECT 'zone' AS kind, id, NULL AS parent, name, json_object('id', id, 'type', type, 'name', name,
      'status', status, 'usage', usage, 'system', ${truth('system')}, 'definition', json(definition),
      'created', created, 'lastUpdated', last_updated) AS body, NULL AS alias FROM zones`,
  },
  {
    ...POSITIONED,
    table: policyMappings,
    kinds: ['mapping'],
    hasAlias: true,
    existing: `SELECT 'mapping' AS kind, m.id, m.policy_id AS parent, a.label AS name, json_object('id', m.id,
      'appId', m.app_id, 'policyId', m.policy_id, 'policyType', m.policy_type) AS body, m.app_id AS alias
      FROM policy_mappings m JOIN apps a ON a.id = m.app_id`,
  },
]

/**
 * WHY the index of the key is named: statistics of a workspace that was nearly empty when it was last closed say that reading the whole
 * table is as good, and that plan stays while thousands of people come.
 */
function fromForm(form: RowForm): VersionedTable {
  const { table, kinds, key, stateOf } = form
  const { kind, id, parent, name, body } = stateOf('o')
  return {
    ...{ table, kinds, key },
    existing: `SELECT ${kind} AS kind, ${id} AS id, ${parent} AS parent, ${name} AS name, ${body} AS body, NULL AS alias
      FROM ${table.name} AS o INDEXED BY sqlite_autoindex_${table.name}_1`,
    minor: form.minor,
    silent: form.silent,
    ...(kinds[0] === 'user' ? { isForgotten: true as const } : {}),
  }
}

/**
 * How SQL builds the state of each kind of object from its row, so that a change costs one statement and two states are equal if
 * their texts are.
 */
export const VERSIONED_TABLES: readonly VersionedTable[] = [...FIRST, ...ROW_FORMS.map(fromForm)]
