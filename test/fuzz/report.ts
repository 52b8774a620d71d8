import type { FuzzReport } from './fuzz.ts'
import type { WireRequest } from './send.ts'

/** The longest that a simple question may wait while the service is under attack. */
const LONGEST_WAIT_MS = 2_000
const SHOWN = 4_000
const SHOWN_REFUSAL = 1_500

/** What was found, one line each; none where all held. */
export function faultsOf(report: FuzzReport): string[] {
  const { failures, unreached, isMemoryLevel, memory, isHeapLevel, heap, longestWaitMs } = report
  return [
    ...failures.map(({ where, what, request }) => `${where}: ${what}\n  ${curl(request)}`),
    ...[...unreached].map(
      ([id, refusal]) => `${id} never answered with success; last: ${refusal.slice(0, SHOWN_REFUSAL)}`,
    ),
    ...(isMemoryLevel ? [] : [`memory grew from ${memory?.before} to ${memory?.after} bytes`]),
    ...(isHeapLevel ? [] : [`the heap without garbage grew: ${heap.map((sample) => sample.heap).join(', ')} bytes`]),
    ...(longestWaitMs <= LONGEST_WAIT_MS ? [] : [`an answer took ${Math.round(longestWaitMs)} ms meanwhile`]),
  ]
}

/** A request as a line for a shell; a token that lets somebody in and the address are variables. */
export function curl({ method, target, headers, body }: WireRequest): string {
  const parts = [`curl -X ${method} "$URL"${quote(target)}`]
  for (const [name, value] of Object.entries(headers))
    parts.push(name === 'Authorization' ? shownCredential(value) : `-H ${quote(`${name}: ${value}`)}`)
  if (body !== undefined) parts.push(`--data-binary ${quote(body.toString())}`)
  const line = parts.join(' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}… (${line.length} characters)` : line
}

/** What is sent to be refused is shown. */
const shownCredential = (value: string) =>
  /^SSWS (fuzz-[\w-]{36}|00\w{40})$/.test(value)
    ? '-H "Authorization: SSWS $TOKEN"'
    : `-H ${quote(`Authorization: ${value}`)}`

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
