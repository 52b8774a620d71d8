import type { GroupField } from './values.ts'

/** The keys of a group criterion (spec/4 §1.8 "Groups"). */
export const GROUP_KEYS: ReadonlyMap<string, GroupField> = new Map<string, GroupField>([
  ['group.id', 'id'],
  ['group.profile.name', 'name'],
  ['group.type', 'type'],
  ['group.source.id', 'sourceId'],
])

/** Goes with `group.profile.name` alone. */
export const OPERATOR_KEY = 'operator'
export const NAME_OPERATORS: readonly string[] = ['EXACT', 'STARTS_WITH']
/** What holds when a name criterion gives no operator, as the public documentation says. */
export const DEFAULT_NAME_OPERATOR = 'STARTS_WITH'
