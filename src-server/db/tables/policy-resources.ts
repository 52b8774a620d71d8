import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { PolicyResourceKind } from '#contract/policy/resources/definitions.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class PolicyResource extends Model<InferAttributes<PolicyResource>, InferCreationAttributes<PolicyResource>> {
  declare id: string
  declare kind: PolicyResourceKind
  declare type: string
  /** Of authenticators: the key that policies name them by. */
  declare key: CreationOptional<string | null>
  declare name: string
  declare status: ActiveStatus
  declare system: boolean
  declare definition: Record<string, unknown>
  declare created: string
  declare lastUpdated: string
  /** Id of who made it; null for what is older than this column, and for what no person made. */
  declare createdBy: CreationOptional<string | null>
  declare lastUpdatedBy: CreationOptional<string | null>
  /** Sealed; null where nothing of it is secret. */
  declare secrets: CreationOptional<string | null>
}

export type PolicyResourceRecord = RecordOf<PolicyResource>

/** Authenticators, behaviors, device assurances and identity providers; the file keeps the table's first name. */
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
  },
  { table: 'supporting_objects' },
)
