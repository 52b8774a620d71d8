import { z } from 'zod'
import { SYNC_KINDS } from '../sync/kind-names.ts'

/** What was made of the people of a remote before anything else saw them. */
export const peopleReadSchema = z
  .discriminatedUnion('mode', [
    z.object({
      mode: z.literal('SEARCH'),
      outside: z.int().meta({ description: 'People outside of the search whom something names: that was left out' }),
    }),
    z.object({
      mode: z.literal('PSEUDONYMS'),
      kept: z.array(z.string()).meta({ description: 'Attributes that rules read, so that they stay as they are' }),
      unreadable: z.array(z.object({ kind: z.enum(SYNC_KINDS), name: z.string(), reason: z.string() })).meta({
        description: 'Objects with an expression that cannot be read: nothing is kept for it',
      }),
    }),
  ])
  .meta({ id: 'PeopleRead' })
export type PeopleRead = z.output<typeof peopleReadSchema>
