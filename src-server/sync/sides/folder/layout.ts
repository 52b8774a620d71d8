import { textAt, type Body } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'

/** Objects with a file each, below a folder; with one of a kind in all, the file is named. */
interface OwnFile {
  readonly folder: string
  /** The folder below it; absent: none. */
  readonly subfolder?: (body: Body) => string
}
interface OnlyFile {
  readonly file: string
}
/** Objects within the file of what they belong to, in a field of this name. */
interface Inside {
  readonly within: SyncKind
  readonly field: string
  /** There is one, which is no list. */
  readonly single?: true
}
type Layout = OwnFile | OnlyFile | Inside

/** Where the objects of each kind are in a folder. */
export const LAYOUT: Readonly<Record<SyncKind, Layout>> = {
  organization: { file: 'organization' },
  orgPreferences: { file: 'preferences' },
  communication: { file: 'vendor-emails' },
  contact: { folder: 'contacts' },
  userType: { folder: 'user-types' },
  userSchema: { within: 'userType', field: 'schema', single: true },
  groupSchema: { file: 'group-schema' },
  group: { folder: 'groups' },
  groupMembership: { within: 'group', field: 'members' },
  groupOwner: { within: 'group', field: 'owners' },
  groupRole: { within: 'group', field: 'roles' },
  groupRoleGroup: { within: 'groupRole', field: 'groups' },
  groupRoleApp: { within: 'groupRole', field: 'applications' },
  user: { folder: 'people' },
  userRole: { within: 'user', field: 'roles' },
  userRoleGroup: { within: 'userRole', field: 'groups' },
  userRoleApp: { within: 'userRole', field: 'applications' },
  groupRule: { folder: 'group-rules' },
  zone: { folder: 'network-zones' },
  behavior: { folder: 'behaviors' },
  deviceAssurance: { folder: 'device-assurances' },
  authenticator: { folder: 'authenticators' },
  authenticatorMethod: { within: 'authenticator', field: 'methods' },
  trustKey: { folder: 'trusted-certificates' },
  identityProvider: { folder: 'identity-providers' },
  policy: { folder: 'policies', subfolder: (body) => textAt(body, 'type') },
  rule: { within: 'policy', field: 'rules' },
  app: { folder: 'applications' },
  appSchema: { within: 'app', field: 'schema', single: true },
  appUser: { within: 'app', field: 'people' },
  appGroup: { within: 'app', field: 'groups' },
  appGrant: { within: 'app', field: 'grants' },
  authorizationServer: { folder: 'authorization-servers' },
  trustedServer: { within: 'authorizationServer', field: 'trusted' },
  serverScope: { within: 'authorizationServer', field: 'scopes' },
  serverClaim: { within: 'authorizationServer', field: 'claims' },
  serverPolicy: { within: 'authorizationServer', field: 'policies' },
  serverRule: { within: 'serverPolicy', field: 'rules' },
  eventHook: { folder: 'event-hooks' },
}

/** The kinds that are within the file of another, with their fields. */
export const insideOf = (kind: SyncKind) =>
  SYNC_KINDS.flatMap((inner) => {
    const layout = LAYOUT[inner]
    return 'within' in layout && layout.within === kind ? [{ kind: inner, ...layout }] : []
  })

/** The kind of the objects whose files are where a path leads; null: none is there. */
export const kindOf = (path: string): SyncKind | null =>
  SYNC_KINDS.find((kind) => {
    const layout = LAYOUT[kind]
    return 'folder' in layout
      ? path.startsWith(`${layout.folder}/`)
      : 'file' in layout && path === `${layout.file}.yaml`
  }) ?? null

/** The file that says what the folder is, and the one with the orders of policies. */
export const MARKER_FILE = 'gatehouse.yaml'
export const ORDER_FILE = 'policies/order.yaml'
export const SCHEMA_FOLDER = '.gatehouse/schema'
/** Of the form of the folder; a newer one is refused. */
export const FORM = 1
