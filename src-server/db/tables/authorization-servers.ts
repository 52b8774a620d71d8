import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { AuthorizationServerDefinition, RotationMode } from '#contract/access/authorization-server.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class AuthorizationServer extends Model<
  InferAttributes<AuthorizationServer>,
  InferCreationAttributes<AuthorizationServer>
> {
  declare id: string
  declare name: string
  declare status: ActiveStatus
  declare isDefault: boolean
  declare definition: AuthorizationServerDefinition
  declare signingKid: string
  /** ISO 8601; since when this key is used. */
  declare signingRotated: string
  declare signingRotation: RotationMode
  declare created: string
  declare lastUpdated: string
}

export type AuthorizationServerRecord = RecordOf<AuthorizationServer>

export const authorizationServers = defineTable(
  AuthorizationServer,
  {
    id: key(),
    name: TEXT,
    status: TEXT,
    isDefault: BOOLEAN,
    definition: JSON_TEXT,
    created: TEXT,
    lastUpdated: TEXT,
    signingKid: TEXT,
    signingRotated: TEXT,
    signingRotation: TEXT,
  },
  { table: 'authorization_servers', kind: { error: 'AuthorizationServer', id: 'authorizationServer' } },
)
