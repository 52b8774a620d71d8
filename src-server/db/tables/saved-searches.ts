import { Model, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { SavedSearchWrite } from '#contract/log/log-browse.ts'
import type { PeopleSearchWrite } from '#contract/directory/people-search.ts'
import { defineTable, JSON_TEXT, key, TEXT, type RecordOf } from './table.ts'

class SavedSearch extends Model<InferAttributes<SavedSearch>, InferCreationAttributes<SavedSearch>> {
  declare id: string
  /** The list that is searched. */
  declare list: 'log' | 'people'
  declare name: string
  declare search: Omit<SavedSearchWrite, 'name'> | Omit<PeopleSearchWrite, 'name'>
  declare created: string
  declare lastUpdated: string
}

export type SavedSearchRecord = RecordOf<SavedSearch>

export const savedSearches = defineTable(
  SavedSearch,
  { id: key(), list: TEXT, name: TEXT, search: JSON_TEXT, created: TEXT, lastUpdated: TEXT },
  { table: 'saved_searches', kind: { error: 'SavedSearch', id: 'savedSearch' } },
)
