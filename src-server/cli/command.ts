import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** A command line that cannot be followed. */
export class UsageError extends Error {}

/** A command of the program, or of a group of commands. */
export interface Command {
  /** How it is called, then its options; what `--help` prints. */
  readonly usage: string
  /** What a line ends with that cannot be followed; absent: 2. Where that says that something is to be done it is 1. */
  readonly misused?: 1
  /** Its exit status; null where it runs until it is stopped. */
  run(args: string[]): Promise<number | null>
}

/** What Node finds wrong with options, by its code: its own sentences also say what programs do about it. */
const OPTION_MISTAKES: Readonly<Record<string, (option: string, message: string) => string>> = {
  ERR_PARSE_ARGS_UNKNOWN_OPTION: (option) => `There is no option ${option}.`,
  ERR_PARSE_ARGS_INVALID_OPTION_VALUE: (option, message) => {
    if (message.includes('does not take')) return `${option} takes no value.`
    const dash = message.includes('ambiguous') ? `; one that begins with a dash is typed behind ${option}=` : ''
    return `${option} needs a value${dash}.`
  },
}

function optionMistake(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const [, option = ''] = /'(?:-\w, )?(--?[^' =]+)/.exec(message) ?? []
  return OPTION_MISTAKES[code]?.(option, message) ?? message
}

/** Options and words of a command line. @throws UsageError */
export function readOptions<T extends ParseArgsOptionsConfig>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(optionMistake(error))
  }
}

/** Prints a line of what was asked for. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints a line that is no part of the answer. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Shows how far long work is, on a terminal only. */
export function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
}

export function clearProgress(): void {
  showProgress('')
}
