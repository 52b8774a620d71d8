import { defineDialect, groupSearch, LOG_EVENTS, USER_FILTER, userSearch, type Dialect } from '#filter/index.ts'
import { attributesOfSchema } from '#filter/dialect.ts'
import type { FilterSource } from '#db/filter-sql.ts'
import { z } from 'zod'

/** A directory in the way of spec/4 §2.2: no `ne`, no `not`, `co` on a few attributes, `profile.` may be left out. */
export const DIRECTORY = defineDialect({
  subject: 'the directory',
  code: 'E0000031',
  operators: ['eq', 'ge', 'gt', 'lt', 'sw', 'pr'],
  not: false,
  optionalPrefix: 'profile',
  attributes: {
    id: { type: 'text', exact: true },
    type: { type: 'text', operators: ['eq'] },
    created: { type: 'timestamp' },
    'source.id': { type: 'text', exact: true },
    profile: { type: 'map' },
    'profile.name': { type: 'text', operators: ['eq', 'sw', 'co', 'pr'] },
    'profile.size': { type: 'number' },
    'profile.open': { type: 'boolean' },
    'profile.tags[]': { type: 'text' },
  },
})

/** A list that takes one comparison of one attribute, as those of applications and zones do. */
export const SIMPLE = defineDialect({
  subject: 'the list',
  code: 'E0000053',
  operators: ['eq'],
  or: false,
  not: false,
  attributes: { status: { type: 'text' }, name: { type: 'text' } },
})

const part = z.object({ name: z.string(), size: z.number(), isOpen: z.boolean(), note: z.string().nullable() })

/** Every type, every place: plain, in an object, in lists, in lists of lists, in maps; as columns, rows and JSON. */
export const EVERYTHING = defineDialect({
  subject: 'the test',
  code: 'E0000053',
  attributes: {
    ...attributesOfSchema(
      part.extend({
        key: z.string(),
        level: z.enum(['LOW', 'HIGH']),
        count: z.number().optional(),
        flag: z.boolean().nullable(),
        labels: z.array(z.string()),
        scores: z.array(z.number()),
        inner: part,
        parts: z.array(part.extend({ key: z.string(), inner: z.array(part), data: z.record(z.string(), z.unknown()) })),
        data: z.record(z.string(), z.unknown()),
      }),
      (path) => path.endsWith('key'),
    ),
    moment: { type: 'timestamp' },
  },
})

/** `EVERYTHING` in a file: `key`, `level`, `count`, `flag`, `moment` in columns, `parts.key` in rows, the rest in JSON. */
export const EVERYTHING_SOURCE: FilterSource = {
  attributes: {
    key: { column: 'd.key' },
    level: { column: 'd.level', letters: 'capital' },
    count: { column: 'd.count' },
    flag: { column: 'd.flag' },
    moment: { column: 'd.moment' },
    'parts.key': { rows: 'part_keys k', tie: 'k.document = d.id', column: 'k.key' },
  },
  documents: { '': 'd.payload', data: 'd.data' },
}

export const DIALECTS: Readonly<Record<string, Dialect>> = {
  log: LOG_EVENTS,
  directory: DIRECTORY,
  simple: SIMPLE,
  everything: EVERYTHING,
  people: userSearch(null),
  peopleFilter: USER_FILTER,
  groups: groupSearch([
    { name: 'size', type: 'integer' },
    { name: 'samAccountName', type: 'string' },
  ]),
}
