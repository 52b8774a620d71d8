import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type ExpressionContext } from '#expression/index.ts'
import { DIALECTS } from '#expression/types.ts'

const CASES = join(import.meta.dirname, '../cases')
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
    /** Why a documented example does not hold here: what is expected is then what happens in its place. */
    outside: z.string().optional(),
    /** Objects that the common context is asked without. */
    without: z.array(z.string()).optional(),
    /** Objects in place of those of the common context. */
    context: z.record(z.string(), z.unknown()).optional(),
  })
  .refine(({ truth, value, problem }) => [truth, value, problem].filter((each) => each !== undefined).length === 1)

const fileSchema = z.strictObject({ title: z.string(), dialect: z.enum(DIALECTS), cases: z.array(caseSchema) })

export type ExpressionCase = z.output<typeof caseSchema>

type CaseFile = z.output<typeof fileSchema> & { common: ExpressionContext }

/** Every case file of a folder below test/cases, checked, with the context that all of its cases share unless they say otherwise. */
function filesIn(folder: string): CaseFile[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(CASES, folder, name), 'utf8'))
  const names = readdirSync(join(CASES, folder)).filter((name) => name.endsWith('.json') && name !== CONTEXT_FILE)
  const common = read(CONTEXT_FILE) as ExpressionContext
  return names.map((name) => ({ ...fileSchema.parse(read(name)), common }))
}

/** The cases of the language; the file's dialect goes with each. */
export const CASE_FILES = filesIn('expression')

/** The examples of the public documentation of both languages, in our vocabulary, with the results that it tells. */
export const DOCUMENTED_FILES = filesIn('expression-documented')

/** The context of the cases of the language. */
export const CASE_CONTEXT = (CASE_FILES[0] as CaseFile).common

/** The context of a case. */
export function contextOf({ without = [], context = {} }: ExpressionCase, common = CASE_CONTEXT): ExpressionContext {
  const shared = Object.entries(common).filter(([name]) => !without.includes(name))
  return { now: common.now, ...Object.fromEntries(shared), ...context }
}
