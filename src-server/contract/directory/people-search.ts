import { z } from 'zod'
import { momentSchema, nameOfLength } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

export const peopleSearchWriteSchema = z
  .object({
    name: nameOfLength(100),
    search: z
      .string()
      .max(LIMITS.filterLength)
      .meta({ description: 'An expression, as the list of people takes it; empty where it is by words' }),
    words: z
      .string()
      .max(LIMITS.searchLength)
      .meta({ description: 'Words of a name; empty where it is by an expression' }),
  })
  .meta({ id: 'PeopleSearchWrite' })
export type PeopleSearchWrite = z.output<typeof peopleSearchWriteSchema>

/** A saved search of people; it belongs to the workspace. */
export const peopleSearchSchema = peopleSearchWriteSchema
  .extend({ id: z.string(), created: momentSchema, lastUpdated: momentSchema })
  .meta({ id: 'PeopleSearch' })
export type PeopleSearch = z.output<typeof peopleSearchSchema>
