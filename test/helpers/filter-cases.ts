import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const FOLDER = join(import.meta.dirname, '../cases/filter')

const caseSchema = z
  .strictObject({
    /** The promise that the case keeps. */
    says: z.string(),
    query: z.string(),
    /** Whether the object is what the query asks for. */
    match: z.boolean().optional(),
    /** In place of the file's object. */
    object: z.unknown().optional(),
    /** The messages of all problems; each names its place. */
    problem: z.union([z.string(), z.array(z.string())]).optional(),
    /** The code of the refusal, where it is not the dialect's. */
    code: z.enum(['E0000031', 'E0000053']).optional(),
  })
  .refine(({ match, problem }) => (match === undefined) !== (problem === undefined))

const fileSchema = z.strictObject({
  title: z.string(),
  dialect: z.enum(['log', 'directory', 'simple', 'everything', 'people', 'peopleFilter', 'groups']),
  object: z.unknown(),
  cases: z.array(caseSchema),
})

/** Every case file of test/cases/filter, checked. */
export const FILTER_CASES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => fileSchema.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
