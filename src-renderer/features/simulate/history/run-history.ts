import { z } from 'zod'

/** So many runs are remembered. */
export const MAX_RUNS = 50
const VERSION = 1

const runSchema = z.object({
  /** When it was answered, as ISO 8601. */
  at: z.string(),
  /** Of one sign-in, or of many at once. */
  kind: z.enum(['one', 'many']),
  /** The query of its page. */
  query: z.record(z.string(), z.string()),
  /** The question, in a sentence. */
  question: z.string(),
  /** What it came to then. */
  answer: z.string(),
})
const storeSchema = z.object({ version: z.literal(VERSION), runs: z.array(runSchema) })

/** A simulation that was run. */
export type Run = z.output<typeof runSchema>

/** The key in the browser's local storage for the runs of one workspace. */
export const historyKey = ({ organization, file }: { organization: string; file: string }): string =>
  `gatehouse.simulate.runs:${organization}|${file}`

/** Reads the stored text; what is damaged, or of another version, is dropped. */
export function parseRuns(text: string | null): { items: Run[]; dropped: boolean } {
  if (text === null) return { items: [], dropped: false }
  try {
    return { items: storeSchema.parse(JSON.parse(text)).runs, dropped: false }
  } catch {
    return { items: [], dropped: true }
  }
}

export const writeRuns = (runs: readonly Run[]): string => JSON.stringify({ version: VERSION, runs })

const keyOf = ({ kind, query }: Run) =>
  JSON.stringify([kind, ...Object.entries(query).sort(([a], [b]) => a.localeCompare(b, 'en'))])

/** The runs with one more, the newest first: the same question once, and only its last answer. */
export function withRun(runs: readonly Run[], run: Run): Run[] {
  return [run, ...runs.filter((other) => keyOf(other) !== keyOf(run))].slice(0, MAX_RUNS)
}
