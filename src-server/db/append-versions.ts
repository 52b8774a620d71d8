import { VERSION_KINDS, type ObjectVersion, type VersionKind } from '#contract/gatehouse/version.ts'
import type { RowChange } from './change-set.ts'
import { apps } from './tables/apps.ts'
import { objectVersions } from './tables/object-versions.ts'
import { policies } from './tables/policies.ts'
import type { WriteTransaction } from './transaction.ts'
import { VERSIONED_KINDS } from './versioned-kinds.ts'

/** Who changed what, and by which events. */
export interface VersionStamp {
  /** ISO 8601. */
  now: string
  actor: ObjectVersion['actor']
  transactionId: string
  reason: string | null
  /** The events of the change: ids of their targets, each with the id of its event. */
  eventOf: ReadonlyMap<string, string>
  /** The event of the change as a whole. */
  eventUuid: string | null
}

const { name: TABLE } = objectVersions
const COLUMNS =
  'kind, object_id, parent_id, version, action, name, changed_at, actor, event_uuid, transaction_id, reason, body'
/** A change of only the position in a list writes no version: positions change with every neighbour. */
const MINOR: ReadonlySet<string> = new Set(['priority', 'lastUpdated'])
const content = (body: string) => `json_remove(${body}, '$.priority', '$.lastUpdated')`
const newest = (kind: VersionKind, id: string) =>
  `(SELECT max(version) FROM ${TABLE} WHERE kind = '${kind}' AND object_id = ${id})`
/** ?1 ids; ?2 time; ?3 actor; ?4 events by id; ?5 event; ?6 transaction; ?7 reason. */
const STAMP = (name: string, event: string) => `${name}, ?2, ?3, coalesce(${event}, ?5), ?6, ?7`

/** The ids of ?1 have the change of each object, and whether a version is due even if its state is equal. */
const written = (kind: VersionKind) => `
  INSERT INTO ${TABLE} (${COLUMNS})
  SELECT '${kind}', now.id, now.parent, coalesce(last.version, 0) + 1, given.value ->> 1,
    ${STAMP('now.name', '?4 ->> now.id, ?4 ->> now.alias')}, now.body
  FROM json_each(?1) AS given CROSS JOIN (${VERSIONED_KINDS[kind].existing}) AS now ON now.id = given.value ->> 0
  LEFT JOIN ${TABLE} AS last
    ON last.kind = '${kind}' AND last.object_id = now.id AND last.version = ${newest(kind, 'now.id')}
  WHERE given.value ->> 2 OR last.body IS NULL OR ${content('last.body')} <> ${content('now.body')}
  ORDER BY given.key`

const gone = (kind: VersionKind) => `
  INSERT INTO ${TABLE} (${COLUMNS})
  SELECT '${kind}', last.object_id, last.parent_id, last.version + 1, 'deleted',
    ${STAMP('last.name', "?4 ->> last.object_id, ?4 ->> (last.body ->> 'appId')")}, NULL
  FROM json_each(?1) AS given CROSS JOIN ${TABLE} AS last
    ON last.kind = '${kind}' AND last.object_id = given.value AND last.version = ${newest(kind, 'given.value')}
  WHERE last.body IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ${VERSIONED_KINDS[kind].table.name} WHERE id = last.object_id)
  ORDER BY given.key`

/** New positions of neighbours. INVARIANT: the newest version equals the current object, except for its time. */
const placed = (kind: VersionKind) => `
  UPDATE ${TABLE} SET body = json_set(body, '$.priority', now.priority)
  FROM json_each(?1) AS given CROSS JOIN ${VERSIONED_KINDS[kind].table.name} AS now ON now.id = given.value
  WHERE kind = '${kind}' AND object_id = given.value AND version = ${newest(kind, 'given.value')} AND body IS NOT NULL`

const unknown = (kind: VersionKind) => `
  INSERT INTO ${TABLE} (${COLUMNS})
  SELECT '${kind}', now.id, now.parent, 1, 'baseline', ${STAMP('now.name', '?4 ->> now.id')}, now.body
  FROM (${VERSIONED_KINDS[kind].existing}) AS now
  WHERE ?1 AND NOT EXISTS (SELECT 1 FROM ${TABLE} AS v WHERE v.kind = '${kind}' AND v.object_id = now.id)
  ORDER BY now.id`

const tableOf = <T>(make: (kind: VersionKind) => T) =>
  Object.fromEntries(VERSION_KINDS.map((kind) => [kind, make(kind)])) as Readonly<Record<VersionKind, T>>
const STATEMENTS = { written: tableOf(written), gone: tableOf(gone), unknown: tableOf(unknown) }

/**
 * Writes the new states of all objects that a transaction has written, as its last step. The change set names them, so that no use
 * case can forget one.
 */
export async function appendVersions(tx: WriteTransaction, stamp: VersionStamp): Promise<void> {
  const removed = removedWith(await cascadeOf(tx))
  for (const kind of VERSION_KINDS) {
    const { table } = VERSIONED_KINDS[kind]
    if (tx.changes.keysOf(table) === null) await append(tx, 'unknown', kind, 1, stamp)
    const rows = [...tx.changes.rowsOf(table)]
    const due = rows.flatMap(([id, change]) => toDue(id, change, stamp))
    if (due.length > 0) await append(tx, 'written', kind, JSON.stringify(due), stamp)
    const moved = rows.flatMap(([id, change]) => (isPlaceOnly(change) && !stamp.eventOf.has(id) ? [id] : []))
    if (moved.length > 0) await tx.write(TABLE, kind, placed(kind), [JSON.stringify(moved)])
    const ids = [...rows.flatMap(([id, change]) => (change === 'removed' ? [id] : [])), ...removed(kind)]
    if (ids.length > 0) await append(tx, 'gone', kind, JSON.stringify(ids), stamp)
  }
}

/** Writes a first version of all objects without one, for example when a workspace is made. */
export async function appendBaselines(tx: WriteTransaction, stamp: VersionStamp): Promise<void> {
  for (const kind of VERSION_KINDS) await append(tx, 'unknown', kind, 1, stamp)
}

function append(
  tx: WriteTransaction,
  statement: keyof typeof STATEMENTS,
  kind: VersionKind,
  rows: string | 1,
  { now, actor, eventOf, eventUuid, transactionId, reason }: VersionStamp,
): Promise<number> {
  const events = JSON.stringify(Object.fromEntries(eventOf))
  const params = [rows, now, JSON.stringify(actor), events, eventUuid, transactionId, reason]
  return tx.write(TABLE, kind, STATEMENTS[statement][kind], params)
}

function toDue(id: string, change: RowChange, { eventOf }: VersionStamp): [string, string, number][] {
  if (change === 'removed') return []
  const isTarget = eventOf.has(id)
  if (change === 'inserted') return [[id, 'created', Number(isTarget)]]
  return isTarget || !isPlaceOnly(change) ? [[id, 'updated', Number(isTarget)]] : []
}

const isPlaceOnly = (change: RowChange) =>
  typeof change !== 'string' && [...change].every((attribute) => MINOR.has(attribute))

interface Gone {
  kind: VersionKind
  id: string
}

/** Rows that foreign keys remove: the rules and mappings of a policy, and the mappings of an application. */
async function cascadeOf(tx: WriteTransaction): Promise<Gone[]> {
  const removed = (table: { readonly name: string }) =>
    JSON.stringify([...tx.changes.rowsOf(table)].flatMap(([id, change]) => (change === 'removed' ? [id] : [])))
  const [ofPolicies, ofApps] = [removed(policies), removed(apps)]
  if (ofPolicies === '[]' && ofApps === '[]') return []
  return tx.all<Gone>(
    `SELECT DISTINCT kind, object_id AS id FROM ${TABLE} WHERE parent_id IN (SELECT value FROM json_each(?1)) AND kind IN ('rule', 'mapping')
     UNION SELECT kind, object_id FROM ${TABLE} WHERE kind = 'mapping' AND body ->> 'appId' IN (SELECT value FROM json_each(?2))
     ORDER BY kind, id`,
    [ofPolicies, ofApps],
  )
}

function removedWith(cascade: readonly Gone[]): (kind: VersionKind) => string[] {
  const byKind = Map.groupBy(cascade, ({ kind }) => kind)
  return (kind) => (byKind.get(kind) ?? []).map(({ id }) => id)
}
