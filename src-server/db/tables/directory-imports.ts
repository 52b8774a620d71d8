import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { DirectoryImport, ImportOptions, ImportProblem, RowAction } from '#contract/directory/directory-import.ts'
import { BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class Import extends Model<InferAttributes<Import>, InferCreationAttributes<Import>> {
  declare id: string
  declare kind: DirectoryImport['kind']
  declare format: DirectoryImport['format']
  declare name: string
  declare state: DirectoryImport['state']
  declare problem: CreationOptional<string | null>
  declare columns: DirectoryImport['columns']
  declare options: ImportOptions
  declare counts: DirectoryImport['counts']
  declare created: string
}

export type DirectoryImportRecord = RecordOf<Import>

export const directoryImports = defineTable(
  Import,
  {
    ...{ id: key(), kind: TEXT, format: TEXT, name: TEXT, state: TEXT, problem: TEXT },
    ...{ columns: JSON_TEXT, options: JSON_TEXT, counts: JSON_TEXT, created: TEXT },
  },
  { table: 'directory_imports', kind: { error: 'DirectoryImport', id: 'directoryImport' } },
)

/** A row of the imported file: first the plan, after it is applied the journal. */
class ImportRow extends Model<InferAttributes<ImportRow>, InferCreationAttributes<ImportRow>> {
  declare importId: string
  declare line: number
  declare action: RowAction
  declare name: string
  declare targetId: CreationOptional<string | null>
  declare before: CreationOptional<Readonly<Record<string, unknown>> | null>
  declare after: CreationOptional<Readonly<Record<string, unknown>> | null>
  declare problems: readonly ImportProblem[]
  declare text: CreationOptional<string | null>
  declare applied: boolean
}

export type DirectoryImportRowRecord = RecordOf<ImportRow>

export const directoryImportRows = defineTable(
  ImportRow,
  {
    ...{ importId: key(), line: { type: INTEGER, primaryKey: true }, action: TEXT, name: TEXT, targetId: TEXT },
    ...{ before: JSON_TEXT, after: JSON_TEXT, problems: JSON_TEXT, text: TEXT, applied: BOOLEAN },
  },
  { table: 'directory_import_rows' },
)
