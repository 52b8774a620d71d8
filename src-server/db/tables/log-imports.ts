import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { LogImport } from '#contract/log/log-transfer.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

/** An import of events, without the progress of its running job. */
class ImportRow extends Model<InferAttributes<ImportRow>, InferCreationAttributes<ImportRow>> {
  declare id: string
  declare name: string
  declare state: LogImport['state']
  declare checked: CreationOptional<number>
  declare added: CreationOptional<number>
  declare known: CreationOptional<number>
  declare problems: CreationOptional<LogImport['problems']>
  declare keyFingerprint: CreationOptional<string | null>
  declare concerns: CreationOptional<LogImport['concerns']>
  /** Of the connection whose log it follows or did; null for a file. */
  declare connectionId: CreationOptional<string | null>
  declare created: string
}

export type LogImportRecord = RecordOf<ImportRow>

export const logImports = defineTable(
  ImportRow,
  {
    ...{ id: key(), name: TEXT, state: TEXT, checked: INTEGER, added: INTEGER, known: INTEGER },
    ...{ problems: JSON_TEXT, keyFingerprint: TEXT, concerns: JSON_TEXT, connectionId: TEXT, created: TEXT },
  },
  { table: 'log_imports', kind: { error: 'LogImport', id: 'logImport' } },
)
