import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { ClaimContent } from '#contract/access/server-claim.ts'
import type { ServerScope } from '#contract/access/server-scope.ts'
import { BOOLEAN, defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** A scope that clients can request from an authorization server. */
class ServerScopeModel extends Model<InferAttributes<ServerScopeModel>, InferCreationAttributes<ServerScopeModel>> {
  declare id: string
  declare serverId: string
  declare name: string
  declare system: boolean
  declare displayName: string | null
  declare description: string | null
  declare metadataPublish: ServerScope['metadataPublish']
  declare consent: ServerScope['consent']
  declare isOptional: boolean
  declare isDefault: boolean
  declare created: string
  declare lastUpdated: string
}

export type ServerScopeRecord = RecordOf<ServerScopeModel>

export const serverScopes = defineTable(
  ServerScopeModel,
  {
    id: key(),
    serverId: TEXT,
    name: TEXT,
    system: BOOLEAN,
    displayName: TEXT,
    description: TEXT,
    metadataPublish: TEXT,
    consent: TEXT,
    isOptional: BOOLEAN,
    isDefault: BOOLEAN,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'server_scopes', kind: { error: 'OAuth2Scope', id: 'serverScope' } },
)

/** A claim in the tokens of an authorization server. */
class ServerClaimModel extends Model<InferAttributes<ServerClaimModel>, InferCreationAttributes<ServerClaimModel>> {
  declare id: string
  declare serverId: string
  declare name: string
  declare status: ClaimContent['status']
  declare system: boolean
  declare claimType: ClaimContent['claimType']
  declare valueType: ClaimContent['valueType']
  declare value: string
  declare groupFilterType: ClaimContent['groupFilterType']
  declare scopes: string[]
  declare alwaysIncludeInToken: boolean
  declare created: string
  declare lastUpdated: string
}

export type ServerClaimRecord = RecordOf<ServerClaimModel>

export const serverClaims = defineTable(
  ServerClaimModel,
  {
    id: key(),
    serverId: TEXT,
    name: TEXT,
    status: TEXT,
    system: BOOLEAN,
    claimType: TEXT,
    valueType: TEXT,
    value: TEXT,
    groupFilterType: TEXT,
    scopes: JSON_TEXT,
    alwaysIncludeInToken: BOOLEAN,
    created: TEXT,
    lastUpdated: TEXT,
  },
  { table: 'server_claims', kind: { error: 'OAuth2Claim', id: 'serverClaim' } },
)
