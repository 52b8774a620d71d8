import { z } from 'zod'
import { momentSchema } from '../interface/fields.ts'
import { SYNC_KINDS } from '../sync/kind-names.ts'
import { peopleReadSchema } from './people-read.ts'

/**
 * On which side something has changed since both were last the same; `both` where each side has changed other fields of an object, so that nothing has
 * to be decided; `unknown` where that is not known.
 */
export const DIRECTIONS = ['incoming', 'outgoing', 'both', 'conflict', 'unknown'] as const
export type Direction = (typeof DIRECTIONS)[number]

const kindSchema = z.enum(SYNC_KINDS)
const directionSchema = z.enum(DIRECTIONS)
const keySchema = z
  .string()
  .meta({ description: 'Its id, and before it that of what it belongs to: what a pair is made with' })
const sideSchema = z
  .object({ id: z.string(), key: keySchema })
  .nullable()
  .meta({ description: 'Null: it is not on this side' })
const alikeSchema = z
  .object({
    ...{ id: z.string(), key: keySchema },
    created: z.string().nullable().meta({ description: 'As its side says it' }),
    fields: z
      .array(z.object({ path: z.string(), value: z.unknown() }))
      .meta({ description: 'Some of those in which it and the others of its side differ' }),
  })
  .meta({ id: 'AlikeObject', description: 'One of several with one name, with what tells it apart from the others' })
export type AlikeObject = z.output<typeof alikeSchema>

const fieldDifferenceSchema = z
  .object({
    path: z.string(),
    direction: directionSchema,
    base: z
      .unknown()
      .optional()
      .meta({ description: 'What it was when both sides were the same, where that is known' }),
    ours: z.unknown(),
    theirs: z.unknown(),
  })
  .meta({
    id: 'FieldDifference',
    description: 'A field in which two sides differ, each value in the words of its side',
  })

/** An object that is not the same on both sides. */
export const objectDifferenceSchema = z
  .object({
    id: z.string().meta({ description: 'Among the differences of one comparison' }),
    kind: kindSchema,
    name: z.string(),
    parent: z.string().nullable().meta({ description: 'The name of what it belongs to' }),
    parentId: z
      .string()
      .nullable()
      .meta({ description: 'The id of that in this workspace; null: it belongs to nothing, or to what is not here' }),
    type: z.string().nullable().meta({
      description:
        'What never changes of an object of its kind, such as the type of a policy; only objects of one type can be paired by hand. Null: its kind has none',
    }),
    direction: directionSchema,
    ours: sideSchema,
    theirs: sideSchema,
    fields: z.array(fieldDifferenceSchema).meta({ description: 'Of one that is on both sides' }),
  })
  .meta({ id: 'ObjectDifference' })
export type ObjectDifferenceView = z.output<typeof objectDifferenceSchema>

const orderDifferenceSchema = z
  .object({
    id: z.string().meta({ description: 'Among the differences of one comparison, and the same in the next one' }),
    kind: kindSchema,
    parent: z.string().nullable().meta({ description: 'The name of what the list belongs to' }),
    parentId: z.string().nullable().meta({ description: 'Its id in this workspace' }),
    list: z.string().meta({ description: 'Which list, such as the type of policies' }),
    direction: directionSchema,
    ours: z.array(z.string()).meta({ description: 'Names of what both sides have, in the order of this side' }),
    theirs: z.array(z.string()),
  })
  .meta({ id: 'OrderDifference', description: 'A list that two sides have in another order' })
export type OrderDifferenceView = z.output<typeof orderDifferenceSchema>

/** What a comparison of the workspace with another side found; its differences are a list of their own. */
export const comparisonSchema = z
  .object({
    comparedAt: momentSchema,
    objects: z.object({ ours: z.int(), theirs: z.int() }).meta({ description: 'How many were read' }),
    counts: z
      .array(z.object({ kind: kindSchema, direction: directionSchema, count: z.int() }))
      .meta({ description: 'Differences by kind and direction, those of orders aside' }),
    orders: z.array(orderDifferenceSchema),
    ambiguous: z
      .array(
        z.object({
          ...{ kind: kindSchema, name: z.string() },
          parent: z.string().nullable().meta({ description: 'The name of what they belong to' }),
          ...{ ours: z.array(alikeSchema), theirs: z.array(alikeSchema) },
        }),
      )
      .meta({
        description:
          'What has one name several times, so that nothing says which is which, unless they are paired by hand',
      }),
    unread: z
      .array(z.object({ kind: kindSchema, call: z.string().nullable(), reason: z.string() }))
      .meta({ description: 'What a side could not say, so that it was left out' }),
    people: peopleReadSchema.optional().meta({ description: 'Where not all people are taken as they are' }),
    neverCompared: z.array(z.object({ kind: z.string(), reason: z.string() })),
  })
  .meta({ id: 'Comparison' })
export type ComparisonView = z.output<typeof comparisonSchema>
