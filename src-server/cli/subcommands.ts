import type { ParseArgsOptionsConfig } from 'node:util'
import { readOptions, UsageError } from './command.ts'

/** One of several things that a command does with a workspace: the options that it needs, and may have, besides `--data FILE`. */
export interface Subcommand<Option extends string> {
  readonly needs?: readonly Option[]
  readonly takes?: readonly Option[]
  /** What the words behind it are, such as `KIND`, all of which are needed; absent: there are none, or the one of the command. */
  readonly words?: readonly string[]
}

interface Reading<Step, Options> {
  /** The word of the program that they belong to. */
  command: string
  options: Options
  steps: Readonly<Record<string, Step>>
  /** What a word behind that of the subcommand is, with its article; absent: there is none. */
  word?: string
}

/** The subcommand that a line names, with its options. @throws UsageError */
export function readSubcommand<
  const Options extends ParseArgsOptionsConfig & { readonly data: { readonly type: 'string' } },
  Step extends Subcommand<keyof Options & string>,
>(args: string[], { command, options, steps, word }: Reading<Step, Options>) {
  const misused = (message: string) => new UsageError(`${command} ${message}`)
  const { values, positionals } = readOptions(args, options)
  const [name = '', ...words] = positionals
  const given = words[0] ?? ''
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined
  const { data } = values as { data?: string }
  const most = step?.words?.length ?? (word === undefined ? 0 : 1)
  if (step?.words && data && (words.length !== most || words.includes('')))
    throw misused(`${name} takes ${step.words.join(' ')}, and no other words.`)
  const spare = words[most]
  if (step && data && spare !== undefined) throw misused(`${name} takes no word “${spare}”.`)
  if (!step || !data || (word !== undefined && given === ''))
    throw misused(`takes ${oneOf(Object.keys(steps))},${word === undefined ? '' : ` ${word},`} and --data FILE.`)
  const { needs = [], takes = [] } = step
  const missing = needs.find((option) => !Object.hasOwn(values, option))
  if (missing !== undefined) throw misused(`${name} needs --${missing}.`)
  const known = new Set<string>(['data', ...needs, ...takes])
  const foreign = Object.keys(values).find((option) => !known.has(option))
  if (foreign !== undefined) throw misused(`${name} takes no --${foreign}.`)
  return { step, data, values, word: given, words }
}

function oneOf(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} or ${last}`
}
