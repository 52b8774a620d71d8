import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ENGINES } from '#contract/gatehouse/workspace.ts'
import { readOptions, UsageError } from '#cli/command.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { MODEST, type WorkspaceSizes } from './sizes.ts'
import { WorkspaceProblem, writeLargeWorkspace } from './write.ts'

const USAGE = `Usage: npm run workspace -- --data FILE [options]

Makes a workspace of any size: the same seed and sizes give the same people,
groups, applications and policies, with the same ids.

  --data FILE        a new file
  --people N         (default 1000)
  --groups N         (default 50)
  --memberships N    in all (default: 5 for each person, as far as there are groups)
  --apps N           (default 20)
  --zones N          (default 20)
  --policies N       (default 50)
  --rules N          in all, without catch-all rules (default: 4 for each policy)
  --seed TEXT        (default gatehouse)
  --engine NAME      identity (default) or classic`

const SIZE_NAMES = Object.keys(MODEST) as (keyof WorkspaceSizes)[]
const OPTIONS = {
  data: { type: 'string' },
  seed: { type: 'string', default: 'gatehouse' },
  engine: { type: 'string', default: 'identity' },
  help: { type: 'boolean', default: false },
  people: { type: 'string' },
  groups: { type: 'string' },
  memberships: { type: 'string' },
  apps: { type: 'string' },
  zones: { type: 'string' },
  policies: { type: 'string' },
  rules: { type: 'string' },
} as const

/** A size as it was written; what is no whole number is refused with the others that make no sense. */
const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : NaN)

/** `--people -5` is refused for its number, not for its dash. */
const withNumbers = (args: readonly string[]) =>
  args.reduce<string[]>(
    (read, arg) => (/^-\d/.test(arg) ? [...read.slice(0, -1), `${read.at(-1) ?? ''}=${arg}`] : [...read, arg]),
    [],
  )

function readArguments(args: string[]) {
  const { values, positionals } = readOptions(withNumbers(args), OPTIONS)
  if (values.help) return null
  if (positionals.length) throw new UsageError(`${positionals[0]} is a word too many.`)
  if (!values.data) throw new UsageError('--data FILE is needed.')
  const engine = ENGINES.find((name) => name === values.engine)
  if (!engine) throw new UsageError(`--engine takes ${ENGINES.join(' or ')}.`)
  const given = Object.fromEntries(
    SIZE_NAMES.flatMap((name) => (values[name] === undefined ? [] : [[name, numberOf(values[name])]])),
  ) as Partial<WorkspaceSizes>
  const { people, groups, policies } = { ...MODEST, ...given }
  const derived = { memberships: people * Math.min(5, groups), rules: policies * 4 }
  return { file: resolve(values.data), sizes: { ...MODEST, ...derived, ...given }, seed: values.seed, engine }
}

/** Where a command line's answer and its errors go, a line at a time. */
export interface Output {
  say(line: string): void
  remark(line: string): void
}

/**
 * `npm run workspace`: makes a workspace as a command line says.
 * @returns the exit status: 0, 1 where no workspace can be made, 2 where the line cannot be followed
 */
export async function makeWorkspace(args: string[], { say, remark }: Output): Promise<number> {
  try {
    const options = readArguments(args)
    if (!options) return (say(USAGE), 0)
    const { file, ...what } = options
    const began = performance.now()
    await writeLargeWorkspace(file, {
      ...what,
      onTable: (table, rows) => say(`${table}: ${rows.toLocaleString('en')}`),
    })
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    say(`${file} has ${Math.round((await stat(file)).size / 1e6)} MB; it took ${seconds} seconds.`)
    return 0
  } catch (error) {
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error
    const [sentence] = (error as Error).message.split(/(?<=\.)\s/)
    remark(sentence as string)
    return error instanceof UsageError ? 2 : 1
  }
}

const EXPECTED = [UsageError, WorkspaceProblem, StartError]
