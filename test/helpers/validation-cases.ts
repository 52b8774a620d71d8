import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { errorBodySchema } from '#contract/interface/error-body.ts'
import { requestSchema } from './validation-request.ts'

/**
 * The case files of `test/cases/validation/` (what must be refused) and `test/cases/spec/` (what must be granted). Both
 * name the rows of the documents that they hold to, as `<document> <table>/<row>`; `npm run coverage:spec` counts them.
 */

/** `1 conditions/people`: a row of `test/spec/rows-1.json`. */
const rowSchema = z.string().regex(/^\d+ [\w./ -]+$/)
const rowsSchema = z.union([rowSchema.transform((row) => [row]), z.array(rowSchema).min(1)])

/** The prepared organization that a case happens in. `full`: every limited list is at its limit. */
const ORGANIZATIONS = ['identity', 'classic', 'full'] as const
export type OrganizationName = (typeof ORGANIZATIONS)[number]

const common = {
  story: z.string().min(10),
  row: rowsSchema,
  in: z.enum(ORGANIZATIONS).default('identity'),
}

const setupSchema = requestSchema.extend({
  /** Later texts say `${name}` for the id of what this request made or read. */
  as: z.string().optional(),
})

const stepSchema = setupSchema.extend({
  expect: z
    .strictObject({
      status: z.int().default(200),
      /** Must be contained in the reply; a list in whole, item by item. */
      body: z.unknown().optional(),
      /** Paths that the reply must not have. */
      absent: z.array(z.string()).default([]),
      /** Of a refusal. */
      errorCode: errorBodySchema.shape.errorCode.optional(),
    })
    .prefault({}),
})
export type Step = z.output<typeof stepSchema>

const causeSchema = z.strictObject({
  /** Its place in the request; absent where no field is the cause. */
  location: z.string().optional(),
  says: z.string().min(1),
})

const refusalSchema = z.strictObject({
  ...common,
  /** Requests that succeed first. */
  given: z.array(setupSchema).default([]),
  request: requestSchema,
  expect: z.strictObject({
    status: z.int().min(400),
    errorCode: errorBodySchema.shape.errorCode,
    /** All of them, in any order. */
    causes: z.array(causeSchema).default([]),
    summary: z.string().optional(),
  }),
})

const promiseSchema = z.strictObject({ ...common, steps: z.array(stepSchema).min(1) })

function load<S extends z.ZodType<{ story: string }>>(folder: string, schema: S): (z.output<S> & { area: string })[] {
  const url = new URL(`../cases/${folder}/`, import.meta.url)
  const files = readdirSync(url).filter((name) => name.endsWith('.json'))
  return files.sort().flatMap((file) => {
    const parsed = z.array(schema).safeParse(JSON.parse(readFileSync(new URL(file, url), 'utf8')))
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`)
    return parsed.data.map((item) => ({ ...item, area: file.replace('.json', '') }))
  })
}

/** Requests that must be refused, in the order of file names. */
export const loadRefusals = () => load('validation', refusalSchema)

/** Requests that must succeed, step by step. */
export const loadPromises = () => load('spec', promiseSchema)

/** A title: the promise, then the rows it holds to, as `npm run coverage:spec` reads them. */
export function titleOf({ story, row }: { story: string; row: readonly string[] }): string {
  return [story, ...row.map((name) => `[spec/${name}]`)].join(' ')
}
