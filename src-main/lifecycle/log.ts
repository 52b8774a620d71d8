import { join } from 'node:path'
import log from 'electron-log/main'
import pino from 'pino'
import type { Logger } from '#server/index.ts'
import { redact } from '#contract/gatehouse/redact.ts'

/** The desktop's log: a file of the profile, turned over at one megabyte, and the terminal while developing. */
type DesktopLog = Pick<typeof log, 'info' | 'warn' | 'error'>

/** The log file of a profile. */
export const logFileOf = (profile: string): string => join(profile, 'logs', 'gatehouse.log')

/** Opens the log of a profile. */
export function openLog(profile: string, toTerminal: boolean): DesktopLog {
  log.transports.file.resolvePathFn = () => logFileOf(profile)
  log.transports.file.maxSize = 1024 * 1024
  log.transports.console.level = toTerminal ? 'info' : false
  return log
}

/** The service's log lines in the desktop's file, warnings and worse, with nothing secret in them. */
export function serviceLog(desktop: DesktopLog, home: string): Logger {
  return pino({ level: 'warn', base: null }, { write: (line: string) => desktop.warn(redact(line.trimEnd(), home)) })
}
