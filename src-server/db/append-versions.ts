import type { ObjectVersion, VersionKind } from '#contract/gatehouse/version.ts'
import type { RowChange } from './change-set.ts'
import { apps } from './tables/apps.ts'
import { objectVersions } from './tables/object-versions.ts'
import { policies } from './tables/policies.ts'
import type { WriteTransaction } from './transaction.ts'
import { VERSIONED_TABLES, type VersionedTable } from './versioned-kinds.ts'

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
/** What two states are compared by. A change of only the position in a list writes no version: positions change with every neighbour. */
const content = ({ minor }: VersionedTable, body: string) =>
  `json_remove(${body}, ${[...minor].map((attribute) => `'$.${attribute}'`).join(', ')})`
const newest = (kind: string, id: string) =>
  `(SELECT max(version) FROM ${TABLE} WHERE kind = ${kind} AND object_id = ${id})`
const oneOf = ({ kinds }: VersionedTable) => `(${kinds.map((kind) => `'${kind}'`).join(', ')})`
/** ?1 rows; ?2 time; ?3 actor; ?4 events by the aliases of rows; ?5 event; ?6 transaction; ?7 reason. */
const STAMP = (name: string, event: string) => `${name}, ?2, ?3, coalesce(${event}, ?5), ?6, ?7`

/**
 * Each row of ?1 has the id of an object, its change, and the event that is about it, if any: then a version is due even if the state is
 * equal. WHY it may replace a baseline: an object that was changed after it was created, all in this transaction, has been given one.
 */
const written = (versioned: VersionedTable) => `
  INSERT INTO ${TABLE} (${COLUMNS})
  SELECT now.kind, now.id, now.parent,
    coalesce(last.version, 0) + NOT (given.value ->> 1 = 'created' AND coalesce(last.action, '') = 'baseline'),
    given.value ->> 1, ${STAMP('now.name', 'given.value ->> 2, ?4 ->> now.alias')}, now.body
  FROM json_each(?1) AS given CROSS JOIN (${versioned.existing}) AS now ON now.id = given.value ->> 0
  LEFT JOIN ${TABLE} AS last
    ON last.kind = now.kind AND last.object_id = now.id AND last.version = ${newest('now.kind', 'now.id')}
  WHERE given.value ->> 2 IS NOT NULL OR last.body IS NULL
    OR given.value ->> 1 = 'created' AND last.action = 'baseline'
    OR ${content(versioned, 'last.body')} <> ${content(versioned, 'now.body')}
  ORDER BY given.key
  ON CONFLICT (kind, object_id, version) DO UPDATE SET action = excluded.action, name = excluded.name,
    changed_at = excluded.changed_at, actor = excluded.actor, event_uuid = excluded.event_uuid,
    transaction_id = excluded.transaction_id, reason = excluded.reason, body = excluded.body`

/** Each row of ?1 has the id of an object that may be gone, and the event that is about it. */
const gone = (versioned: VersionedTable) => `
  INSERT INTO ${TABLE} (${COLUMNS})
  SELECT last.kind, last.object_id, last.parent_id, last.version + 1, 'deleted',
    ${STAMP('last.name', "given.value ->> 1, ?4 ->> (last.body ->> 'appId')")}, NULL
  FROM json_each(?1) AS given CROSS JOIN ${TABLE} AS last
    ON last.kind IN ${oneOf(versioned)} AND last.object_id = given.value ->> 0
      AND last.version = ${newest('last.kind', 'last.object_id')}
  WHERE last.body IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ${versioned.table.name} WHERE ${versioned.key} = last.object_id)
  ORDER BY given.key`

/** New positions of neighbours. INVARIANT: the newest version equals the current object, except for its time. */
const placed = ({ table, kinds }: VersionedTable) => `
  UPDATE ${TABLE} SET body = json_set(body, '$.priority', now.priority)
  FROM json_each(?1) AS given CROSS JOIN ${table.name} AS now ON now.id = given.value
  WHERE kind = '${kinds[0] ?? ''}' AND object_id = given.value
    AND version = ${newest(`'${kinds[0] ?? ''}'`, 'given.value')} AND body IS NOT NULL`

const forgotten = ({ table, kinds }: VersionedTable) => `
  UPDATE ${TABLE} SET body = NULL WHERE +kind = '${kinds[0] ?? ''}' AND body IS NOT NULL
    AND object_id IN (SELECT value ->> 0 FROM json_each(?1)) AND NOT EXISTS (SELECT 1 FROM ${table.name} WHERE id = object_id)`

/** Objects without a version get one. */
const unknown = ({ existing }: VersionedTable) => `
  INSERT INTO ${TABLE} (${COLUMNS})
  SELECT now.kind, now.id, now.parent, 1, 'baseline', ${STAMP('now.name', '?4 ->> now.id')}, now.body
  FROM (${existing}) AS now
  WHERE ?1 AND NOT EXISTS (SELECT 1 FROM ${TABLE} AS v WHERE v.kind = now.kind AND v.object_id = now.id)
  ORDER BY now.id`

const STATEMENTS = VERSIONED_TABLES.map((versioned) => ({
  versioned,
  written: written(versioned),
  gone: gone(versioned),
  unknown: unknown(versioned),
}))
type Statement = 'written' | 'gone' | 'unknown'

/**
 * Writes the new states of all objects that a transaction has written, as its last step. The change set names them, so that no use
 * case can forget one.
 */
export async function appendVersions(tx: WriteTransaction, stamp: VersionStamp): Promise<void> {
  const removed = removedWith(await cascadeOf(tx))
  for (const statements of STATEMENTS) {
    const { versioned } = statements
    const rows = [...tx.changes.rowsOf(versioned.table)]
    const due = rows.flatMap(([id, change]) => toDue(versioned, [id, change], stamp))
    if (due.length > 0) await append(tx, 'written', statements, due, stamp)
    const moved = rows.flatMap(([id, change]) => (isMove(versioned, change) && !stamp.eventOf.has(id) ? [id] : []))
    if (moved.length > 0) await tx.write(TABLE, 'placed', placed(versioned), [JSON.stringify(moved)])
    // WHY a set: a mapping may be removed by itself, and its policy after it.
    const ids = new Set([...rows.flatMap(([id, change]) => (change === 'removed' ? [id] : [])), ...removed(versioned)])
    const left = [...ids].map((id) => [id, stamp.eventOf.get(id) ?? null])
    if (left.length === 0) continue
    await append(tx, 'gone', statements, left, stamp)
    if (versioned.isForgotten) await tx.write(TABLE, 'forgotten', forgotten(versioned), [JSON.stringify(left)])
  }
}

/** Writes a first version of all objects without one, for example when a workspace is made. */
export async function appendBaselines(tx: WriteTransaction, stamp: VersionStamp): Promise<void> {
  for (const statements of STATEMENTS) await append(tx, 'unknown', statements, 1, stamp)
}

function append(
  tx: WriteTransaction,
  statement: Statement,
  { versioned, ...statements }: (typeof STATEMENTS)[number],
  rows: object | 1,
  { now, actor, eventOf, eventUuid, transactionId, reason }: VersionStamp,
): Promise<number> {
  const events = versioned.hasAlias ? JSON.stringify(Object.fromEntries(eventOf)) : '{}'
  const given = rows === 1 ? rows : JSON.stringify(rows)
  const params = [given, now, JSON.stringify(actor), events, eventUuid, transactionId, reason]
  return tx.write(TABLE, versioned.table.name, statements[statement], params)
}

type Due = [id: string, action: 'created' | 'updated', event: string | null]

function toDue(versioned: VersionedTable, [id, change]: [string, RowChange], { eventOf }: VersionStamp): Due[] {
  if (change === 'removed') return []
  const event = eventOf.get(id) ?? null
  if (change === 'inserted') return [[id, 'created', event]]
  const told = [...change].filter((attribute) => !versioned.silent.has(attribute))
  if (told.length === 0) return []
  const isMinor = told.every((attribute) => versioned.minor.has(attribute))
  return event !== null || !isMinor ? [[id, 'updated', event]] : []
}

/** Whether only the position of an object in a list has changed. */
const isMove = ({ minor }: VersionedTable, change: RowChange) =>
  typeof change !== 'string' && change.has('priority') && [...change].every((attribute) => minor.has(attribute))

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

function removedWith(cascade: readonly Gone[]): (versioned: VersionedTable) => string[] {
  const byKind = Map.groupBy(cascade, ({ kind }) => kind)
  return ({ kinds }) => kinds.flatMap((kind) => (byKind.get(kind) ?? []).map(({ id }) => id))
}
