import pino from 'pino'

export type Logger = pino.Logger

/** Paths of a log entry that could hold a secret. */
const SECRET_PATHS = ['req.headers.authorization', 'headers.authorization', 'authorization', 'token', '*.token']

/** Entries that are kept in memory. */
const MAX_LINES = 200

/** The last entries of a log, for the report of a problem. */
interface LogTail {
  write(line: string): void
  /** The oldest first. */
  lines(): readonly string[]
}

/** Keeps the last entries that are written to it; those before are forgotten. */
export function createLogTail(): LogTail {
  const lines: string[] = []
  return {
    write(line) {
      lines.push(line.trimEnd())
      if (lines.length > MAX_LINES) lines.shift()
    },
    lines: () => [...lines],
  }
}

/**
 * The service's log: JSON lines on standard error, so that standard output stays for what scripts read.
 * @param tail is given each of them too
 */
export function createLogger(level: pino.LevelWithSilentOrString = 'warn', tail?: LogTail): Logger {
  const options = { level, redact: SECRET_PATHS, base: null }
  const out = pino.destination(2)
  if (!tail) return pino(options, out)
  // Each stream of several has a level of its own: what the logger lets through goes to both.
  return pino(options, pino.multistream([out, tail].map((stream) => ({ level: 'trace' as const, stream }))))
}
