import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type ExpressionContext } from '#expression/index.ts'
import { DIALECTS } from '#expression/types.ts'

const FOLDER = join(import.meta.dirname, '../cases/expression')
const CONTEXT_FILE = 'context.json'

const caseSchema = z
  .strictObject({
    /** The promise that the case keeps. */
    says: z.string(),
    expression: z.string(),
    truth: z.enum(['MATCH', 'NOT_MATCH', 'UNDEFINED']).optional(),
    /** As `displayValue` shows it. */
    value: z.string().optional(),
    /** Why the whole is undefined, with `truth`. */
    reason: z.string().optional(),
    /** The message of the one problem. */
    problem: z.string().optional(),
    /** The message of the one hint: what is taken, and is better written in another way. */
    hint: z.string().optional(),
    /** Objects that the common context is asked without. */
    without: z.array(z.string()).optional(),
    /** Objects in place of those of the common context. */
    context: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ truth, value, problem }) => [truth, value, problem].filter((each) => each !== undefined).length === 1)

const fileSchema = z.strictObject({ title: z.string(), dialect: z.enum(DIALECTS), cases: z.array(caseSchema) })

export type ExpressionCase = z.output<typeof caseSchema>

/** The context that all cases share unless they say otherwise. */
export const CASE_CONTEXT = JSON.parse(readFileSync(join(FOLDER, CONTEXT_FILE), 'utf8')) as ExpressionContext

/** Every case file of test/cases/expression, checked; the file's dialect goes with each. */
export const CASE_FILES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json') && name !== CONTEXT_FILE)
  .map((name) => fileSchema.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))

/** The context of a case. */
export function contextOf({ without = [], context = {} }: ExpressionCase): ExpressionContext {
  const common = Object.entries(CASE_CONTEXT).filter(([name]) => !without.includes(name))
  return { now: CASE_CONTEXT.now, ...Object.fromEntries(common), ...context }
}
