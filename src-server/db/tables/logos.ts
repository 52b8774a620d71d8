import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import { BLOB, defineTable, INTEGER, key, TEXT, type RecordOf } from './table.ts'

class Logo extends Model<InferAttributes<Logo>, InferCreationAttributes<Logo>> {
  declare id: string
  declare type: 'image/png' | 'image/jpeg' | 'image/gif'
  /** Pixels. */
  declare width: number
  declare height: number
  declare data: Uint8Array
  declare created: string
  /** The application of the logo; null: the organization. */
  declare appId: CreationOptional<string | null>
}

export type LogoRecord = RecordOf<Logo>

/** The logos of the organization and of applications, at most one each. A new picture has a new id. */
export const logos = defineTable(
  Logo,
  { id: key(), type: TEXT, width: INTEGER, height: INTEGER, data: BLOB, created: TEXT, appId: TEXT },
  { table: 'logos' },
)
