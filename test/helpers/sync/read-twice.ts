import { expect } from 'vitest'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { isObject } from '#contract/interface/schema-tree.ts'
import { FIELD_RULES, itemRuleOf, ruleOf, type RuleNode } from '#sync/compare/field-rules.ts'
import { endOfLog } from '#sync/changes/read-log.ts'
import { readRemote, type EarlierReading } from '#sync/changes/read-remote.ts'
import type { Caller } from '#operations/service/caller.ts'
import { readSide } from '#sync/sides/read-side.ts'
import type { Snapshot } from '#sync/snapshot.ts'
import type { TestServer } from '../server.ts'
import { httpCaller } from './http-caller.ts'

/** Everything of a service, with how far its log is read. */
export async function readWhole(server: TestServer): Promise<EarlierReading> {
  const caller = httpCaller(server)
  const position = (await endOfLog({ caller })) ?? expect.unreachable('an empty log')
  return { snapshot: await readSide(caller), position, wholeAt: 0 }
}

/** What happens to an object without an event of its own. */
const NOT_TOLD = /^(?:last\w+|statusChanged)$/

/** A body without what no event tells, and what follows from something else. */
function told(rule: RuleNode | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => told(itemRuleOf(rule), item))
  if (!isObject(value)) return value
  const isTold = ([key]: [string, unknown]) => ruleOf(rule, key)?.left !== 'derived' && !NOT_TOLD.test(key)
  const inner = Object.entries(value).filter(isTold)
  return Object.fromEntries(inner.map(([key, one]) => [key, told(ruleOf(rule, key), one)]).toSorted())
}

/** The objects of a reading by kind and key, without what no event tells. */
function linesOf({ objects }: Snapshot): Map<string, string> {
  const lines = new Map<string, string>()
  for (const kind of SYNC_KINDS)
    for (const { key, call, parent, body } of objects.get(kind)?.values() ?? [])
      lines.set(`${kind} ${key}`, JSON.stringify([call, parent, told(FIELD_RULES[kind], body)]))
  return lines
}

/** A side that notes the operations that it is asked by. */
export function counting(side: Caller): { calls: string[]; caller: Caller } {
  const calls: string[] = []
  const caller: Caller = {
    call: (id, input) => (calls.push(id), side.call(id, input)),
    page: (id, input) => (calls.push(id), side.page(id, input)),
  }
  return { calls, caller }
}

/** Where a reading by the log differs from a whole one, in lines; with the reading. */
export async function readByLog(server: TestServer, earlier: EarlierReading) {
  const whole = linesOf(await readSide(httpCaller(server)))
  const { calls, caller } = counting(httpCaller(server))
  const { reason, snapshot, position } = await readRemote(caller, { earlier, isFirst: false, now: 0 })
  expect(reason).toBeNull()
  const found = linesOf(snapshot)
  const lines = [
    ...[...whole].filter(([key]) => !found.has(key)).map(([key]) => `missing ${key}`),
    ...[...found].filter(([key]) => !whole.has(key)).map(([key]) => `gone ${key}`),
    ...[...found].flatMap(([key, line]) =>
      whole.has(key) && whole.get(key) !== line ? [`other ${key}: ${parting(line, whole.get(key) ?? '')}`] : [],
    ),
  ]
  const { wholeAt } = earlier
  return { lines, calls, next: { snapshot, position: position ?? earlier.position, wholeAt } satisfies EarlierReading }
}

/** Where two lines part. */
function parting(one: string, other: string): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `${around(one)} in place of ${around(other)}`
}
