import type { UserRecord as ExpressionUser } from '#expression/index.ts'

/** What expressions can read of a person beside themselves: who stands by them, and what other systems have of them. */
export type Related = Pick<ExpressionUser, 'manager' | 'assistant' | 'appProfiles' | 'sources'>

/** By the ids of people; without an entry nothing was asked for. */
export type RelatedByPerson = ReadonlyMap<string, Related>
