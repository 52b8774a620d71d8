import type { VersionKind } from '#contract/gatehouse/version.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { policyMappings, type PolicyMappingRecord } from './tables/apps.ts'
import { policies, policyRules, type PolicyRow, type PolicyRuleRow } from './tables/policies.ts'
import { zones, type ZoneRow } from './tables/zones.ts'

interface VersionedKind {
  readonly table: { readonly name: string }
  /** The current rows, in SQL: id, parent, name, body as JSON, and the id that events use for a row without one. */
  readonly existing: string
}

/** The state in a version, by kind: the row of the object; its owner is a separate column. */
export interface VersionBodies {
  policy: Omit<PolicyRow, 'authorizationServerId'>
  rule: Omit<PolicyRuleRow, 'policyId'> & { policyType: PolicyType }
  zone: ZoneRow
  mapping: PolicyMappingRecord
}

const truth = (column: string) => `json(iif(${column}, 'true', 'false'))`

/**
 * How SQL builds the state of each kind of object from its row, so that a change costs one statement and two states are equal if
 * their texts are.
 */
export const VERSIONED_KINDS: Readonly<Record<VersionKind, VersionedKind>> = {
  policy: {
    table: policies,
    existing: `SELECT id, authorization_server_id AS parent, name, json_object('id', id, 'status', status, 'name', name,
      'description', description, 'priority', priority, 'system', ${truth('system')}, 'conditions', json(conditions),
      'settings', json(settings), 'resourceType', resource_type, 'created', created, 'lastUpdated', last_updated,
      'type', type) AS body, NULL AS alias FROM policies`,
  },
  rule: {
    table: policyRules,
    existing: `SELECT r.id, r.policy_id AS parent, r.name, json_object('id', r.id, 'status', r.status, 'name', r.name,
      'priority', r.priority, 'system', ${truth('r.system')}, 'conditions', json(r.conditions), 'actions', json(r.actions),
      'created', r.created, 'lastUpdated', r.last_updated, 'policyType', p.type) AS body, NULL AS alias
      FROM policy_rules r JOIN policies p ON p.id = r.policy_id`,
  },
  zone: {
    table: zones,
    existing: `SELECT id, NULL AS parent, name, json_object('id', id, 'type', type, 'name', name, 'status', status,
      'usage', usage, 'system', ${truth('system')}, 'definition', json(definition), 'created', created,
      'lastUpdated', last_updated) AS body, NULL AS alias FROM zones`,
  },
  mapping: {
    table: policyMappings,
    existing: `SELECT m.id, m.policy_id AS parent, a.label AS name, json_object('id', m.id, 'appId', m.app_id,
      'policyId', m.policy_id, 'policyType', m.policy_type) AS body, m.app_id AS alias
      FROM policy_mappings m JOIN apps a ON a.id = m.app_id`,
  },
}
