import type { VersionKind } from '#contract/gatehouse/version.ts'
import { apps } from './tables/apps.ts'
import { authorizationServers } from './tables/authorization-servers.ts'
import { eventHooks } from './tables/event-hooks.ts'
import { groupRules } from './tables/group-rules.ts'
import { groups } from './tables/groups.ts'
import { policyResources } from './tables/policy-resources.ts'
import { profileSchemas } from './tables/profile-schemas.ts'
import type { Table } from './tables/table.ts'
import { serverClaims, serverScopes } from './tables/token-contents.ts'
import { users, userTypes } from './tables/users.ts'

/*
 * The states of objects in versions, derived from the definitions of their tables: a new column is in the next version by itself. What
 * is left out is declared here.
 */

/** What a version has of a row, in SQL. */
interface RowState {
  readonly kind: string
  readonly id: string
  readonly parent: string
  readonly name: string
  readonly body: string
}

/** How the rows of a table become versions. */
export interface RowForm {
  readonly table: { readonly name: string }
  readonly kinds: readonly VersionKind[]
  /** The column of the ids. */
  readonly key: string
  readonly minor: ReadonlySet<string>
  readonly silent: ReadonlySet<string>
  /** The names of the columns whose change can make a version. */
  readonly told: readonly string[]
  /** @param alias of the row in the SQL */
  readonly stateOf: (alias: string) => RowState
}

/** Attributes that no body has: secrets, what follows from others, and what is not the object's own. */
export const OMITTED = {
  /** The columns that copy the profile, for lists and look-ups. */
  user: ['login', 'email', 'firstName', 'lastName', 'loginKey', 'lastLogin'],
  group: ['lastMembershipUpdated'],
  schema: ['version'],
  policyResource: ['kind', 'secrets'],
  authorizationServer: ['signingKid', 'signingRotated'],
  serverScope: ['serverId'],
  serverClaim: ['serverId'],
  eventHook: ['secrets'],
} as const

interface Options<Attribute extends string> {
  kinds: readonly VersionKind[]
  /** The kind of a row in SQL, for kinds that share the table. */
  kind?: (alias: string) => string
  key?: string
  parent?: (alias: string) => string
  name: (alias: string) => string
  omitted?: readonly Attribute[]
  /** Attributes that nothing but secrets, or what follows from others, is in. */
  minor?: readonly Attribute[]
  /** Attributes that change without a decision of anybody: by a sign-in, a membership, the rotation of a key. */
  silent?: readonly Attribute[]
  /** JSON paths of secrets in the columns that can have some, for files in which something else has put them there. */
  secretPaths?: Readonly<Partial<Record<Attribute, readonly string[]>>>
  /** SQL in place of a column. */
  values?: (alias: string) => Readonly<Record<string, string>>
}

function rowForm<Row extends object>(table: Table<Row, never>, options: Options<keyof Row & string>): RowForm {
  const { kinds, key = 'id', omitted = [], silent = [], secretPaths = {}, values } = options
  const literal = `'${kinds[0] ?? ''}'`
  const without = (alias: string) =>
    Object.entries<readonly string[]>(secretPaths as Record<string, readonly string[]>).map(([attribute, paths]) => {
      const [column] = table.namesOf([attribute as keyof Row & string])
      return [attribute, `json_remove(${alias}.${column}, ${paths.map((path) => `'${path}'`).join(', ')})`] as const
    })
  return {
    ...{ table, kinds, key },
    minor: new Set<string>(['lastUpdated', ...omitted, ...(options.minor ?? [])]),
    silent: new Set<string>(silent),
    told: table.namesOf(table.attributes.filter((attribute) => !silent.includes(attribute))),
    stateOf: (alias) => ({
      kind: options.kind?.(alias) ?? literal,
      id: `${alias}.${key}`,
      parent: options.parent?.(alias) ?? 'NULL',
      name: options.name(alias),
      body: table.json(omitted, alias, { ...Object.fromEntries(without(alias)), ...values?.(alias) }),
    }),
  }
}

const ownName = (alias: string) => `${alias}.name`
const ofServer = (alias: string) => `${alias}.server_id`

/** The owner of a schema by its name. */
const ownerName = (alias: string) => `coalesce(
  (SELECT display_name FROM user_types WHERE id = ${alias}.owner_id),
  (SELECT label FROM apps WHERE id = ${alias}.owner_id), 'Groups')`

/** The address of a hook as logs show it: its query may hold a secret. */
const addressWithoutQuery = (uri: string) =>
  `substr(${uri}, 1, instr(${uri} || '?', '?') - 1) || iif(instr(${uri}, '?'), '?…', '')`

/** Every table with versions but those of policies, of what they consist of, and of zones. */
export const ROW_FORMS: readonly RowForm[] = [
  rowForm(users, {
    kinds: ['user'],
    name: (o) => `coalesce(nullif(trim(${o}.first_name || ' ' || ${o}.last_name), ''), ${o}.login)`,
    omitted: OMITTED.user,
    silent: ['lastLogin'],
  }),
  rowForm(groups, {
    kinds: ['group'],
    name: ownName,
    omitted: OMITTED.group,
    silent: ['lastMembershipUpdated'],
  }),
  rowForm(groupRules, { kinds: ['groupRule'], name: ownName }),
  rowForm(userTypes, { kinds: ['userType'], name: (o) => `${o}.display_name`, minor: ['lastUpdatedBy'] }),
  rowForm(profileSchemas, { kinds: ['schema'], key: 'owner_id', name: ownerName, omitted: OMITTED.schema }),
  rowForm(apps, {
    kinds: ['app'],
    name: (o) => `${o}.label`,
    secretPaths: { definition: ['$.credentials.oauthClient.client_secret', '$.credentials.password'] },
  }),
  rowForm(policyResources, {
    kinds: ['identityProvider', 'authenticator', 'behavior', 'deviceAssurance'],
    kind: (o) => `${o}.kind`,
    name: ownName,
    omitted: OMITTED.policyResource,
    minor: ['lastUpdatedBy'],
    secretPaths: {
      definition: [
        '$.protocol.credentials.client.client_secret',
        ...['secretKey', 'integrationKey', 'sharedSecret'].map((key) => `$.provider.configuration.${key}`),
      ],
    },
  }),
  rowForm(authorizationServers, {
    kinds: ['authorizationServer'],
    name: ownName,
    omitted: OMITTED.authorizationServer,
    silent: ['signingKid', 'signingRotated'],
  }),
  rowForm(serverScopes, {
    kinds: ['serverScope'],
    parent: ofServer,
    name: ownName,
    omitted: OMITTED.serverScope,
  }),
  rowForm(serverClaims, {
    kinds: ['serverClaim'],
    parent: ofServer,
    name: ownName,
    omitted: OMITTED.serverClaim,
  }),
  rowForm(eventHooks, {
    kinds: ['eventHook'],
    name: ownName,
    omitted: OMITTED.eventHook,
    values: (o) => ({
      channel: `json_set(${o}.channel, '$.uri', ${addressWithoutQuery(`(${o}.channel ->> 'uri')`)})`,
    }),
  }),
]
