import { z } from 'zod'
import { LIMITS } from '../interface/limits.ts'
import { SYNC_KINDS } from '../sync/kind-names.ts'

const kindSchema = z.enum(SYNC_KINDS)

/**
 * Who wins in what, where two sides are brought together: in a field of an object, in an object, in the order of a list, or in a kind; the narrower
 * one decides.
 * @param sides what they are called
 * @param difference what the id of a difference is, in a sentence
 */
export const choicesSchema = <const Sides extends readonly [string, ...string[]]>(sides: Sides, difference: string) =>
  z
    .array(
      z
        .object({
          kind: kindSchema,
          difference: z
            .string()
            .max(LIMITS.differenceIdLength)
            .optional()
            .meta({ description: `${difference}; absent: all of the kind` }),
          path: z
            .string()
            .max(LIMITS.differencePathLength)
            .optional()
            .meta({ description: 'A field of that object; absent: all of it' }),
          prefer: z.enum(sides),
        })
        .refine(({ difference: of, path }) => path === undefined || of !== undefined, {
          path: ['difference'],
          message: 'is required with a path',
        }),
    )
    .max(LIMITS.pullChoices)
