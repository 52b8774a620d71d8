import { z } from 'zod'
import { LIMITS } from '../interface/limits.ts'
import { KIND_LIST, type SearchableKind } from '../kinds.ts'

/** Kinds of objects that have a name and that a person can open; a rule is opened through its policy, and rule sets are policies. */
export type SearchKind = Exclude<SearchableKind, 'ruleSet'> | 'rule'
export const SEARCH_KINDS: readonly SearchKind[] = [
  ...KIND_LIST.flatMap(({ name, searchable }) => (searchable && name !== 'ruleSet' ? [name as SearchKind] : [])),
  'rule',
]

/** The words of a search: what blanks and control characters separate. */
export const wordsOf = (text: string) => text.split(/[\s\p{Cc}]+/u).filter((word) => word !== '')

/** Words of a search, all of which an object must have; blanks and control characters separate them. */
export const searchTextSchema = z
  .string()
  .max(LIMITS.searchLength)
  .refine((text) => wordsOf(text).length > 0, 'must have a word')
  .refine((text) => wordsOf(text).length <= LIMITS.searchWords, `must have at most ${LIMITS.searchWords} words`)
  .transform(wordsOf)
  .meta({
    description:
      'Words, in any case and with or without accents. An object is found where each is part of its name or of one of its further texts; a word of one or two characters must begin a word there. A whole id finds its object.',
    example: 'ann berg',
  })

/** What of an object the words were found in; `similar`: in its name or detail, but for one letter of a word. */
const MATCHES = ['id', 'name', 'texts', 'similar'] as const
export type SearchMatch = (typeof MATCHES)[number]

const objectSchema = z.object({ kind: z.enum(SEARCH_KINDS), id: z.string(), name: z.string() })

/** An object that a search by name found. */
export const searchHitSchema = objectSchema
  .extend({
    detail: z.string().nullable().meta({
      description: 'Tells it from others of the same name: a login, a code name, a type or a description',
    }),
    match: z.enum(MATCHES).meta({
      description: 'Where all words were found: `texts` are the further ones; `similar`, only with a letter changed',
    }),
    parent: objectSchema
      .extend({ kind: z.enum(['policy', 'authorizationServer']) })
      .optional()
      .meta({ description: 'The policy of a rule, the authorization server of a policy that belongs to one' }),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.output<typeof searchHitSchema>
