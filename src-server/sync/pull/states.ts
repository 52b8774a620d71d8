import { USER_STATUSES } from '#contract/directory/user-status.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { textAt, type Body } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { appGrants } from '#db/tables/app-grants.ts'
import { apps } from '#db/tables/apps.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { eventHooks } from '#db/tables/event-hooks.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { groups } from '#db/tables/groups.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { policyResources } from '#db/tables/policy-resources.ts'
import type { Table } from '#db/tables/table.ts'
import { users, userTypes } from '#db/tables/users.ts'
import { zones } from '#db/tables/zones.ts'
import { updateUser } from '#operations/directory/write-user.ts'

/*
 * What happened to an object, such as when it was made, cannot be set over the interface, and is never compared: a pull keeps it as the
 * remote has it (part of it only where the workspace did not change it since).
 */

/** The fields of a body that say what happened, with the attributes of the row that hold them. */
type Fields = Readonly<Record<string, string>>

const MOMENTS: Fields = { created: 'created', lastUpdated: 'lastUpdated' }
/** The name, which no request can choose, is part of paths. */
const OF_APP: Fields = { ...MOMENTS, name: 'name' }
const OF_ASSURANCE: Fields = { createdDate: 'created', lastUpdate: 'lastUpdated' }
const OF_USER: Fields = {
  ...MOMENTS,
  status: 'status',
  activated: 'activated',
  statusChanged: 'statusChanged',
  lastLogin: 'lastLogin',
  passwordChanged: 'passwordChanged',
}

interface StatefulKind {
  readonly fields: Fields
  readonly set: (tx: Tx, id: string, values: Body) => Promise<void>
}

const stateful = <Row extends object>(table: Table<Row, never>, fields: Fields = MOMENTS): StatefulKind => ({
  fields,
  set: async (tx, id, values) => {
    const row = await table.get(tx, id)
    if (row) await table.update(tx, row, values as Partial<Row>)
  },
})

/** By way of what follows from another status. */
const person: StatefulKind = {
  fields: OF_USER,
  set: async (tx, id, { status, ...moments }) => {
    const before = await users.get(tx, id)
    if (!before) return
    const after =
      typeof status === 'string' ? await updateUser(tx, before, { status: status as typeof before.status }) : before
    await users.update(tx, after, { lastUpdated: before.lastUpdated, ...moments })
  },
}

const STATES: Readonly<Partial<Record<SyncKind, StatefulKind>>> = {
  userType: stateful(userTypes),
  group: stateful(groups),
  user: person,
  groupRule: stateful(groupRules),
  zone: stateful(zones),
  behavior: stateful(policyResources),
  deviceAssurance: stateful(policyResources, OF_ASSURANCE),
  authenticator: stateful(policyResources),
  identityProvider: stateful(policyResources),
  policy: stateful(policies),
  rule: stateful(policyRules),
  serverPolicy: stateful(policies),
  serverRule: stateful(policyRules),
  app: stateful(apps, OF_APP),
  appGrant: stateful(appGrants),
  authorizationServer: stateful(authorizationServers),
  eventHook: stateful(eventHooks),
}

/** What an object of ours is to have happened to it. */
export interface StateChange {
  readonly kind: SyncKind
  readonly id: string
  /** By the attributes of its row. */
  readonly values: Body
}

interface Bodies {
  ours: Body
  theirs: Body
  base: Body | undefined
}

/** What has to be set so that what happened to an object is told as the remote tells it; null where nothing has to be. */
export function stateChangeOf(kind: SyncKind, id: string, { ours, theirs, base }: Bodies): StateChange | null {
  const values: Record<string, unknown> = {}
  for (const [field, attribute] of Object.entries(STATES[kind]?.fields ?? {})) {
    const [own, other, was] = [ours, theirs, base].map((body) => body && known(field, body))
    if (other === undefined || own === other) continue
    // It happened here since.
    if (base !== undefined && was === other) continue
    values[attribute] = other
  }
  return Object.keys(values).length > 0 ? { kind, id, values } : null
}

export const setState = (tx: Tx, { kind, id, values }: StateChange): Promise<void> | undefined =>
  STATES[kind]?.set(tx, id, values)

/** What a body says of a field; undefined for what is no value of it. */
function known(field: string, body: Body): string | null | undefined {
  const text = textAt(body, field)
  if (field === 'status') return (USER_STATUSES as readonly string[]).includes(text) ? text : undefined
  if (field === 'name') return text.length <= LIMITS.nameLength ? text || undefined : undefined
  if (text) return momentOf(text)
  return body[field] === null && !ALWAYS.has(field) ? null : undefined
}

/** What every object has. */
const ALWAYS: ReadonlySet<string> = new Set([...Object.keys(MOMENTS), ...Object.keys(OF_ASSURANCE)])

/** A moment as it is kept; undefined for what is none, or none of our calendar. */
function momentOf(text: string): string | undefined {
  const time = Date.parse(text)
  const moment = Number.isNaN(time) ? '' : new Date(time).toISOString()
  return /^\d{4}-/.test(moment) ? moment : undefined
}
