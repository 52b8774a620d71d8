import type { Engine } from '#contract/gatehouse/workspace.ts'
import { notFound } from '#contract/interface/api-error.ts'
import { KINDS, kindsOfId } from '#contract/kinds.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { methodStates } from '#contract/policy/resources/authenticator-method.ts'
import { servesSignIn } from '#contract/policy/resources/authenticator.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { Reader as Rows } from '#db/connection.ts'
import { policies, policyRules, type PolicyRow, type PolicyRuleRow } from '#db/tables/policies.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import type { PolicyRecord, RuleRecord } from '#policy/index.ts'
import { listEnabled, type AuthenticatorRecord } from './enrollment-settings.ts'
import { readPolicyRows } from './snapshot.sql.ts'

/** A rule with what the wire adds to the evaluator's record. */
export interface RuleView extends RuleRecord {
  policyId: string
  /** A default rule that can be neither edited nor deleted. */
  readOnly: boolean
  created: string
  lastUpdated: string
}

/** A policy with what the wire adds; rules in priority order, the default last. */
export interface PolicyView extends Omit<PolicyRecord, 'rules'> {
  description: string | null
  resourceType: string | null
  authorizationServerId: string | null
  created: string
  lastUpdated: string
  rules: readonly RuleView[]
}

/** Authenticators that the organization has enabled, which settings of enrollment policies list. */
export async function readAuthenticators(rows: Rows): Promise<AuthenticatorRecord[]> {
  const enabled = await policyResources.findAll(rows, {
    where: { kind: 'authenticator', status: 'ACTIVE' },
    order: ['id'],
  })
  return enabled.flatMap(({ id, key, name, definition, methods: said }) => {
    const settings = definition['settings'] as { allowedFor?: string } | undefined
    const active = methodStates({ key, methods: said }).filter(({ status }) => status === 'ACTIVE')
    const methods = active.map(({ entry }) => entry)
    return key === null ? [] : [{ id, key, name, forSignIn: servesSignIn(settings), methods }]
  })
}

interface Facts {
  engine: Engine
  authenticators: readonly AuthenticatorRecord[]
}

/** All policies, or some of them, in priority order with the defaults last. */
export async function readPolicies(rows: Rows, facts: Facts, ids?: ReadonlySet<string>): Promise<PolicyView[]> {
  const [policyRows, ruleRows] = await readPolicyRows(rows, ids)
  const byPolicy = Map.groupBy(ruleRows, ({ policyId }) => policyId)
  return policyRows.map((row) => toPolicyView(row, byPolicy.get(row.id) ?? [], facts))
}

/** The row of a policy. @throws ApiError E0000007 with the kind that its id belongs to */
export async function requirePolicyRow(reader: Reader, id: string): Promise<PolicyRow> {
  return (await policies.get(reader, id)) ?? missingPolicy(id)
}

/** @throws ApiError E0000007 with the kind that the id belongs to */
export function missingPolicy(id: string): never {
  throw notFound(id, KINDS[kindsOfId(id).includes('ruleSet') ? 'ruleSet' : 'policy'].errorKind)
}

/** A policy with its rules, as this transaction or the last commit has it. @throws ApiError E0000007 */
export async function requirePolicy(reader: Reader, id: string): Promise<PolicyView> {
  const row = await requirePolicyRow(reader, id)
  const authenticators = row.type === 'MFA_ENROLL' ? await readAuthenticators(reader) : []
  const rules = await policyRules.findAll(reader, { where: { policyId: id }, order: ['system', 'priority', 'id'] })
  return toPolicyView(row, rules, { engine: reader.engine, authenticators })
}

/** @throws ApiError E0000007 for the policy, or for the rule where the policy exists but has no such rule (spec/4 §1.3) */
export async function requireRule(
  reader: Reader,
  policyId: string,
  ruleId: string,
): Promise<{ policy: PolicyView; rule: RuleView }> {
  const policy = await requirePolicy(reader, policyId)
  const rule = policy.rules.find(({ id }) => id === ruleId)
  return { policy, rule: rule ?? policyRules.missing(ruleId) }
}

/** A row with its rules as the wire shows them: settings of enrollment list what the organization has enabled. */
export function toPolicyView(
  row: PolicyRow,
  rules: readonly PolicyRuleRow[],
  { engine, authenticators }: Facts,
): PolicyView {
  return {
    ...row,
    settings: listEnabled(row.type, row.settings, { engine, authenticators }),
    rules: rules.map((rule) => ({ ...rule, readOnly: rule.system && isDefaultRuleReadOnly(row.type, engine) })),
  }
}

/** Types whose default rule cannot be edited on Identity Engine; on Classic none can (spec/1 "Defaults" 4). */
const READ_ONLY_DEFAULT_RULE: ReadonlySet<PolicyType> = new Set(['MFA_ENROLL', 'IDP_DISCOVERY'])

function isDefaultRuleReadOnly(type: PolicyType, engine: Engine): boolean {
  return engine === 'classic' || READ_ONLY_DEFAULT_RULE.has(type)
}
