import { redact } from './redact.ts'

/** The parts of a log entry that say what happened, and name no one: of all others only numbers are taken. */
const TEXTS: ReadonlySet<string> = new Set(['msg', 'type', 'method', 'errorId', 'step', 'day', 'job', 'hookId', 'code'])
/** Errors of the language, whose messages speak of code. Others may quote what was worked on, and whom: their type, code and place are taken. */
const MECHANICAL: ReadonlySet<unknown> = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SqliteError'])
/** Codes of the system, of Node and of the database: their messages speak of those. */
const SYSTEM_CODE = /^(?:E[A-Z0-9]+|ERR_\w+|SQLITE_\w+)$/
/** Of a stack, the calls that lead to the error. */
const MAX_STACK = 1_500
/** Of a line that is not one of the service's own. */
const MAX_TEXT = 1_000
/** An address with what it is about, but without which object: `/api/v1/users`. */
const AREA_PARTS = 4

/** Where the program runs, and what must not leave it. */
interface Surroundings {
  /** Absolute path of the home folder. */
  home: string
  /** Exact values that must not appear. */
  secrets?: readonly string[]
}

/** A sentence without its quotations, which are names of objects and their values. */
export function withoutQuoted(text: string): string {
  return text.replaceAll(/“[^”]*”|"(?:[^"\\]|\\.)*"|`[^`]*`|‘[^’]*’/g, '[…]')
}

/**
 * A line of a log as it may be sent to others: of an entry of the service (JSON) the parts that are known to name no one, of anything
 * else its redacted text.
 */
export function safeLogLine(line: string, { home, secrets = [] }: Surroundings): string {
  const clean = (text: string): string => redact(text, home, secrets)
  const start = line.indexOf('{')
  const entry = start < 0 ? null : objectIn(line.slice(start))
  if (!entry) return clean(withoutQuoted(line)).slice(0, MAX_TEXT)
  return clean(line.slice(0, start) + JSON.stringify(safeEntry(entry)))
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function safeEntry(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entry).flatMap(([name, value]) => {
      const safe = safeValue(name, value)
      return safe === undefined ? [] : [[name, safe]]
    }),
  )
}

function safeValue(name: string, value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (name === 'err' && typeof value === 'object' && value !== null) return safeError(value)
  if (typeof value !== 'string') return undefined
  if (name === 'path') return value.split('?')[0]?.split('/').slice(0, AREA_PARTS).join('/')
  return TEXTS.has(name) ? value : undefined
}

const isMechanical = (type: unknown, code: unknown): boolean =>
  MECHANICAL.has(type) || (typeof code === 'string' && SYSTEM_CODE.test(code))

/** WHY the message's lines are cut off the stack: it is repeated there, with its quotations. */
function safeError(error: object): Record<string, unknown> {
  const { type, code, message, stack } = error as Record<string, unknown>
  const calls = typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : []
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof message === 'string' && isMechanical(type, code)
      ? { message: withoutQuoted(message).replaceAll(/'[^']*'/g, '[…]') }
      : {}),
    ...(calls.length ? { stack: calls.join('\n').slice(0, MAX_STACK) } : {}),
  }
}
