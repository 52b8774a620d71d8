/** A jump of the clock of the machine that wrote a log, as its own event tells of it. */
export interface JumpFacts {
  /** The number of the event. */
  sequence: number
  /** ISO 8601: the time that was due, and the one that the clock showed. */
  from: string
  to: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A jump in words, such as `The clock went back by 2 hours at event 12, from … to …`. */
export function jumpText({ sequence, from, to }: JumpFacts): string {
  const ms = Date.parse(to) - Date.parse(from)
  const way = ms < 0 ? 'went back' : 'went ahead'
  return `The clock ${way} by ${lengthText(Math.abs(ms))} at event ${sequence}, from ${from} to ${to}; the log goes on in the order of writing.`
}

function lengthText(ms: number): string {
  const [unit, of] =
    ms >= 2 * DAY_MS ? ['day', DAY_MS] : ms >= 2 * HOUR_MS ? ['hour', HOUR_MS] : (['minute', 60_000] as const)
  const count = Math.round(ms / of)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const JUMP = 'gatehouse.clock.jump'

interface JumpEvent {
  eventType?: unknown
  gatehouse?: { import?: unknown } | null
  debugContext?: { debugData?: Record<string, unknown> | null } | null
}

/** The jump that an event tells of; null for any other event, and for one that came with an import. */
export function jumpOf(sequence: number, event: object): JumpFacts | null {
  const { eventType, gatehouse, debugContext } = event as JumpEvent
  if (eventType !== JUMP || gatehouse?.import) return null
  const { from, to } = debugContext?.debugData ?? {}
  return isMoment(from) && isMoment(to) ? { sequence, from, to } : null
}

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
