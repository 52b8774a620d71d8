import pino from 'pino'

export type Logger = pino.Logger

/** Paths of a log entry that could hold a secret. */
const SECRET_PATHS = ['req.headers.authorization', 'headers.authorization', 'authorization', 'token', '*.token']

/** The service's log: JSON lines on standard error, so that standard output stays for what scripts read. */
export function createLogger(level: pino.LevelWithSilentOrString = 'warn'): Logger {
  return pino({ level, redact: SECRET_PATHS, base: null }, pino.destination(2))
}
