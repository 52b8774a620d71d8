import { inspect } from 'node:util'
import { audit } from './audit.ts'
import { draft } from './draft.ts'
import { remark, say, UsageError, type Command } from './command.ts'
import { folder } from './folder.ts'
import { refusalLines } from '#contract/interface/refusal-lines.ts'
import { invariants } from './invariants.ts'
import { mcp } from './mcp.ts'
import { remote } from './remote.ts'
import { restore } from './restore.ts'
import { serve } from './serve.ts'
import { sync } from './sync.ts'
import { test } from './test.ts'
import { token } from './token.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { StartError } from '#contract/gatehouse/start-error.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { plainLine } from '#verifier/plain-line.ts'
import { VERSION } from '#server/version.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  restore,
  audit,
  token,
  folder,
  remote,
  sync,
  draft,
  test,
  invariants,
  mcp,
}

const GENERAL = `  --version, --help`

const named = ([name = '']: string[]): Command | undefined =>
  Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined

/** The command that a line names, and what is left of the line; without a word it is `serve`. */
function find(argv: string[]): { command: Command; args: string[] } {
  const [name, ...args] = argv
  if (name === undefined || name.startsWith('-')) return { command: serve, args: argv }
  const command = named(argv)
  if (!command) throw new UsageError(`${name} is no command.`)
  return { command, args }
}

/** Where the options of a line are listed: those alone are for `serve`; of an unknown command all commands are. */
function whereHelpIs([first = '']: string[]): string {
  const name = first.startsWith('-') ? 'serve' : first
  return ['gatehouse', ...(named([name]) ? [name] : []), '--help'].join(' ')
}

function help(argv: string[]): string {
  const one = named(argv)
  const shown = one ? [one] : Object.values(COMMANDS)
  return [...shown.map(({ usage }) => usage), GENERAL].join('\n\n')
}

async function answer(argv: string[]): Promise<number | null> {
  if (argv.includes('--help') || argv.includes('-h')) return (say(help(argv)), 0)
  if (argv.includes('--version')) return (say(VERSION), 0)
  const { command, args } = find(argv)
  return command.run(args)
}

function fail(error: unknown, argv: string[]): number {
  if (error instanceof UsageError) remark(`${error.message}\nSee \`${whereHelpIs(argv)}\`.`)
  else if (error instanceof StartError) remark(error.message)
  else if (error instanceof ApiError) for (const line of refusalLines(error)) remark(plainLine(line))
  // It may name what another side holds.
  else if (error instanceof UserFacingError) remark(plainLine(error.message))
  else remark(inspect(error))
  return error instanceof UsageError ? (named(argv)?.misused ?? 2) : 1
}

/**
 * Does what a command line says.
 * @param argv its words after the name of the program
 * @returns the status to end with; null where it runs until it is stopped
 */
export const main = (argv: string[]): Promise<number | null> =>
  answer(argv).catch((error: unknown) => fail(error, argv))
