import { Op, type WhereOptions } from 'sequelize'
import { ApiError, causeAt, invalid } from '#contract/interface/api-error.ts'
import { canonical } from '#contract/interface/canonical.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { statusChange } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { Table } from '#db/tables/table.ts'

/** What is thrown where one of many is refused: the error, or one that says which it was. @param at its place */
export type Refusal = (error: unknown, at: number) => unknown

/** Where there is one alone. */
export const AS_IT_IS: Refusal = (error) => error

/** Runs a check of one of many. @throws what the refusal makes of its error */
export function checkedAt<T>(at: number, refusal: Refusal, check: () => T): T {
  try {
    return check()
  } catch (error) {
    throw refusal(error, at)
  }
}

interface UniqueName<Row> {
  /** Id of the row that may have it. */
  except?: string | undefined
  /** The rows among which it is unique; absent: all. */
  among?: WhereOptions<Row>
  /** The field at fault; absent: `name`. */
  location?: string
}

/** Refuses a name that another row has. @param noun what a row is @throws ApiError E0000001 */
export async function assertUniqueName<Row extends object, NewRow extends object>(
  reader: Reader,
  table: Table<Row, NewRow>,
  noun: string,
  name: string,
  { except, among = {}, location = 'name' }: UniqueName<Row> = {},
): Promise<void> {
  const others = { name, ...(except !== undefined && { id: { [Op.ne]: except } }) }
  if (await table.exists(reader, { [Op.and]: [among, others] } as WhereOptions<Row>))
    throw invalid(location, `another ${noun} is named ${name}`)
}

interface Quota<Row> {
  max: number | null
  /** The rows that count; absent: all. */
  among?: WhereOptions<Row>
  location?: string
  locationType?: 'body' | 'path'
  message: string
}

/** Refuses one row more than there may be; null stands for no limit. @throws ApiError E0000001 */
export async function assertQuota<Row extends object, NewRow extends object>(
  reader: Reader,
  table: Table<Row, NewRow>,
  { max, among, location = 'name', locationType, message }: Quota<Row>,
): Promise<void> {
  if (max === null) return
  if ((await table.count(reader, among)) >= max) throw invalid(location, message, locationType)
}

interface StatusChange<Row> {
  events: Readonly<Record<'activate' | 'deactivate', EventType>>
  /** The targets of its event. @param details of the last target */
  targets: (details?: LogTarget['changeDetails']) => LogTarget[]
  /** Refuses the change. */
  check?: (record: Row) => void | Promise<void>
}

/**
 * Switches something on or off, wherever it is stored; asking for the status that it has is fine and leaves no event (spec/4 §1.3).
 * @returns whether it changed
 */
export async function switchStatus<Row extends { status: string }>(
  tx: Tx,
  record: Row,
  status: ActiveStatus,
  { events, targets, check, store }: StatusChange<Row> & { store: () => Promise<unknown> },
): Promise<boolean> {
  if (record.status === status) return false
  const type = events[status === 'ACTIVE' ? 'activate' : 'deactivate']
  tx.authorize(type, targets())
  await check?.(record)
  await store()
  tx.record({ type, targets: targets(statusChange(record.status, status)) })
  return true
}

/** {@link switchStatus} for a row of a table. */
export function setStatus<Row extends { status: string; lastUpdated: string }, NewRow extends object>(
  tx: Tx,
  table: Table<Row, NewRow>,
  record: Row,
  status: ActiveStatus,
  change: StatusChange<Row>,
): Promise<boolean> {
  const store = () => table.update(tx, record, { status, lastUpdated: tx.now } as Partial<Row>)
  return switchStatus(tx, record, status, { ...change, store })
}

/** A part of a default object that stays as the service made it; sending it back unchanged is fine (spec/4 §1.3). */
export function assertUnchanged(name: string, given: unknown, before: unknown): void {
  if (given === undefined || given === null || canonical(given) === canonical(before)) return
  throw new ApiError('E0000077', { values: { name }, causes: [causeAt(name, 'cannot be changed here')] })
}
