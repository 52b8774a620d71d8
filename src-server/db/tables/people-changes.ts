import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { PeopleAct, PeopleChangeState, PeopleOutcome } from '#contract/directory/people-change.ts'
import { defineTable, INTEGER, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class PeopleChangeRow extends Model<InferAttributes<PeopleChangeRow>, InferCreationAttributes<PeopleChangeRow>> {
  declare id: string
  declare act: PeopleAct
  declare groupId: string | null
  declare search: string | null
  /** How many people the search must find; null: any number. */
  declare expected: number | null
  declare state: PeopleChangeState
  declare created: string
  /** The name of the group at the time of the request; null without a group or if unknown. */
  declare groupName: CreationOptional<string | null>
}

export type PeopleChangeRecord = RecordOf<PeopleChangeRow>

export const peopleChanges = defineTable(
  PeopleChangeRow,
  {
    ...{ id: key(), act: TEXT, groupId: TEXT, search: TEXT, expected: INTEGER, state: TEXT, created: TEXT },
    groupName: TEXT,
  },
  { table: 'people_changes', kind: { error: 'PeopleChange', id: 'peopleChange' } },
)

/** A person in a change of many: the result, and their state before and after. */
class ChangedPerson extends Model<InferAttributes<ChangedPerson>, InferCreationAttributes<ChangedPerson>> {
  declare changeId: string
  declare position: number
  declare userId: string
  declare outcome: PeopleOutcome
  declare name: CreationOptional<string | null>
  declare before: CreationOptional<Readonly<Record<string, unknown>> | null>
  declare after: CreationOptional<Readonly<Record<string, unknown>> | null>
  declare problem: CreationOptional<string | null>
}

export type ChangedPersonRecord = RecordOf<ChangedPerson>

export const changedPeople = defineTable(
  ChangedPerson,
  {
    ...{ changeId: key(), position: { type: INTEGER, primaryKey: true }, userId: TEXT, outcome: TEXT, name: TEXT },
    ...{ before: JSON_TEXT, after: JSON_TEXT, problem: TEXT },
  },
  { table: 'people_change_rows' },
)
