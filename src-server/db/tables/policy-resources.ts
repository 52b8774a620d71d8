import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { SaidOfMethods } from '#contract/policy/resources/authenticator-method.ts'
import type { PolicyResourceKind } from '#contract/policy/resources/definitions.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class PolicyResource extends Model<InferAttributes<PolicyResource>, InferCreationAttributes<PolicyResource>> {
  declare id: string
  declare kind: PolicyResourceKind
  declare type: string
  /** Of authenticators: the key by which policies refer to them. */
  declare key: CreationOptional<string | null>
  declare name: string
  declare status: ActiveStatus
  declare system: boolean
  declare definition: Record<string, unknown>
  declare created: string
  declare lastUpdated: string
  /** Id of its creator; null if no person created it or it is older than this column. */
  declare createdBy: CreationOptional<string | null>
  declare lastUpdatedBy: CreationOptional<string | null>
  /** Its secrets, encrypted; null if it has none. */
  declare secrets: CreationOptional<string | null>
  /** Of authenticators. */
  declare methods: CreationOptional<SaidOfMethods>
}

export type PolicyResourceRecord = RecordOf<PolicyResource>

/** Authenticators, behaviors, device assurances and identity providers; the table still has its first name. */
export const policyResources = defineTable(
  PolicyResource,
  {
    id: key(),
    kind: TEXT,
    type: TEXT,
    key: TEXT,
    name: TEXT,
    status: TEXT,
    system: BOOLEAN,
    definition: JSON_TEXT,
    created: TEXT,
    lastUpdated: TEXT,
    createdBy: TEXT,
    lastUpdatedBy: TEXT,
    secrets: TEXT,
    methods: JSON_TEXT,
  },
  { table: 'supporting_objects' },
)
