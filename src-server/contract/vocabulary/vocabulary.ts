import { z } from 'zod'
import { nameOfLength } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

const word = z.string().min(1).max(LIMITS.vocabularyWordLength)
const table = z.record(word, word).refine((words) => Object.keys(words).length <= LIMITS.vocabularyWords, {
  message: `has more than ${LIMITS.vocabularyWords} words`,
})

/**
 * The words of an interface like this one that a workspace speaks with its clients. What is stored, and what the page shows, stays in our own
 * words, so that a vocabulary can be changed at any time.
 */
export const vocabularySchema = z
  .strictObject({
    name: nameOfLength(LIMITS.vocabularyWordLength).meta({ description: 'What it is called in the page' }),
    brand: z
      .string()
      .regex(/^[a-z][a-z0-9]{0,30}$/)
      .meta({
        description: 'In place of `svc`; `SVC_X`, `svc.x.read`, `urn:svc:x`, `X-Svc-` and their like follow from it',
      }),
    words: table.default({}).meta({ description: 'Whole words that do not follow from the brand' }),
    shippedNames: table.default({}).meta({ description: 'Names of objects that every organization begins with' }),
    expressionNames: table
      .default({})
      .meta({ description: 'Names of functions, and words of the expression languages' }),
  })
  .meta({ id: 'Vocabulary' })
export type Vocabulary = z.output<typeof vocabularySchema>

/** Our own words, by the name under which they can be asked for. */
export const OWN_VOCABULARY = 'svc'
