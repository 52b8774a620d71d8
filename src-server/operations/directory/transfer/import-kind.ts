import { ApiError } from '#contract/interface/api-error.ts'
import type { ImportOptions, ImportProblem, ImportTarget, RowAction } from '#contract/directory/directory-import.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { DirectoryImportRowRecord } from '#db/tables/directory-imports.ts'
import type { Refusal } from '../../service/checks.ts'
import type { ExceptionRoom } from '../group-rules/exception-room.ts'
import type { Exceptions } from '../group-rules/exceptions.ts'

/** Values of an object by attribute; null: without a value. */
export type Values = Readonly<Record<string, unknown>>

/** A row of a file by what its columns are meant for; empty cells are empty texts. */
export interface MappedRow {
  line: number
  values: Readonly<Record<string, string>>
}

/** What a row would do. */
export interface PlannedRow {
  line: number
  action: RowAction
  name: string
  targetId: string | null
  before: Values | null
  after: Values | null
  problems: readonly ImportProblem[]
}

/** Where rows are compared with the directory, some hundred at a time. */
export interface PlanContext {
  reader: Reader
  options: ImportOptions
  /** What earlier rows were about, with their lines: no two rows may be about the same. */
  seen: Map<string, number>
  /** With whom earlier rows remove from groups. */
  room: ExceptionRoom
}

/** What was applied, and what takes it back. */
export type AppliedRow = Pick<DirectoryImportRowRecord, 'line' | 'action' | 'name' | 'targetId' | 'before' | 'after'>

/** The object of a row that was applied. */
export interface Applied {
  targetId: string
  /** What takes the row back, where only the change itself shows it; absent: what was planned says it. */
  before?: Values
}

/** A row that could not be applied, with where it is in the file. */
export class RowProblem extends Error {
  constructor(line: number, error: ApiError) {
    super(`Line ${line}: ${error.causes[0]?.errorSummary ?? error.message}`)
    this.name = 'RowProblem'
  }
}

/** What is thrown where one of some rows is refused. */
export const refusalOf =
  (rows: readonly Pick<AppliedRow, 'line'>[]): Refusal =>
  (error, at) =>
    error instanceof ApiError ? new RowProblem(rows[at]?.line ?? 0, error) : error

/** Applies rows that are about few objects one after another. */
export const oneByOne =
  (
    apply: (tx: Tx, row: AppliedRow, options: ImportOptions) => Promise<Applied | null>,
  ): ImportKindDefinition['apply'] =>
  async (tx, rows, options) => {
    const applied: (Applied | null)[] = []
    for (const [at, row] of rows.entries())
      applied.push(
        await apply(tx, row, options).catch((error: unknown) => Promise.reject(refusalOf(rows)(error, at) as Error)),
      )
    return applied
  }

/** Everything by which one kind of import differs from the others. */
export interface ImportKindDefinition {
  /** What columns can be meant for. */
  targets(reader: Reader): Promise<readonly ImportTarget[]>
  /** Of which at least one must be mapped, for each list. */
  readonly required: readonly (readonly string[])[]
  plan(rows: readonly MappedRow[], context: PlanContext): Promise<PlannedRow[]>
  /**
   * Does what was planned, in the caller's transaction. @returns what became of the rows, in their order;
   * null of one that was as it should be already, so that nothing is to be taken back
   * @throws RowProblem where the directory is no longer as it was planned for
   */
  apply(tx: Tx, rows: readonly AppliedRow[], options: ImportOptions): Promise<(Applied | null)[]>
  /**
   * Takes it back. @param exceptions of all rows of the transaction, which are written at its end
   * @returns false where somebody changed the object since then, so that it stays
   */
  revert(tx: Tx, row: AppliedRow, options: ImportOptions, exceptions: Exceptions): Promise<boolean>
}

/** A row that cannot be taken. */
export function invalidRow(line: number, name: string, ...problems: (string | ImportProblem)[]): PlannedRow {
  const all = problems.map((problem) => (typeof problem === 'string' ? { field: null, message: problem } : problem))
  return { line, action: 'INVALID', name, targetId: null, before: null, after: null, problems: all }
}

/** The problem of a row that is about the same as an earlier one; null where none is. Notes what the row is about. */
export function repeated(
  { seen }: PlanContext,
  line: number,
  ...keys: readonly (string | false | null | undefined)[]
): string | null {
  for (const key of keys) {
    if (!key) continue
    const earlier = seen.get(key)
    if (earlier !== undefined && earlier !== line) return `is about the same as line ${earlier}`
    seen.set(key, line)
  }
  return null
}

/** The attributes that differ, as they are and as they will be; null where none does. */
export function differences(current: Values, wanted: Values): { before: Values; after: Values } | null {
  const names = Object.keys(wanted).filter((name) => !isSame(current[name], wanted[name]))
  if (names.length === 0) return null
  const pick = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  return { before: pick(current), after: pick(wanted) }
}

/** Whether values are as they were noted. */
export function areAs(current: Values, noted: Values | null): boolean {
  return Object.entries(noted ?? {}).every(([name, value]) => isSame(current[name], value))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
