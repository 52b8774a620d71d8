import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/** A command line that cannot be followed. */
export class UsageError extends Error {
  readonly status: number

  /** @param status that the program ends with; another one where 2 says something else */
  constructor(message: string, status = 2) {
    super(message)
    this.status = status
  }
}

/** A command of the program, or of a group of commands. */
export interface Command {
  /** How it is called, then its options; what `--help` prints. */
  readonly usage: string
  /** Its exit status; null where it runs until it is stopped. */
  run(args: string[]): Promise<number | null>
}

/** Options and words of a command line. @param status of a mistake in them @throws UsageError */
export function readOptions<T extends ParseArgsOptionsConfig>(args: string[], options: T, status = 2) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message, status)
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
