import { expect, it } from 'vitest'
import type { ReceivedRequest } from '#contract/hooks/event-hook.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { isSent, tryFilter } from '#ui/features/hooks/editor/filter-trial.ts'
import {
  bodyJson,
  filterReceived,
  isReceiver,
  isVerification,
  receivedEvents,
} from '#ui/features/hooks/receiver/received-request.ts'

const event = (result: string, reason: string | null = null) =>
  ({ published: '2026-01-01T00:00:00.000Z', outcome: { result, reason } }) as LogEvent

const request = (over: Partial<ReceivedRequest>): ReceivedRequest => ({
  ...{ sequence: 1, received: '2026-01-01T00:00:00.000Z', method: 'POST', headers: [], body: '', truncated: false },
  ...over,
})

it('a filter sends what it is true for, and nothing that cannot be told', () => {
  const events = [event('SUCCESS'), event('FAILURE')]
  expect(tryFilter('event.outcome.result == "SUCCESS"', events)?.map(isSent)).toEqual([true, false])
  expect(tryFilter('event.debugContext.debugData.x == "y"', events)?.map(isSent)).toEqual([false, false])
})

it('a filter with a problem is not tried', () => {
  expect(tryFilter('event.outcome ==', [event('SUCCESS')])).toBeNull()
})

it('the events of a delivery are found, and of anything else none', () => {
  expect(receivedEvents(request({ body: JSON.stringify({ data: { events: [event('SUCCESS')] } }) }))).toHaveLength(1)
  for (const body of ['', 'not json', '[]', 'null', '{"data":1}', '{"data":{"events":{}}}'])
    expect(receivedEvents(request({ body }))).toEqual([])
  expect(bodyJson(request({ body: '{' }))).toBeUndefined()
})

it('a GET with a challenge is a verification', () => {
  const headers = [{ key: 'x-svc-verification-challenge', value: 'abc' }]
  expect(isVerification(request({ method: 'GET', headers }))).toBe(true)
  expect(isVerification(request({ method: 'POST', headers }))).toBe(false)
  expect(isVerification(request({ method: 'GET' }))).toBe(false)
})

it('requests are found by what became of them and by words in them', () => {
  const headers = [{ key: 'x-svc-verification-challenge', value: 'abc' }]
  const proof = request({ sequence: 1, method: 'GET', headers })
  const events = request({ sequence: 2, body: JSON.stringify({ data: { events: [event('FAILURE')] } }) })
  const strange = request({ sequence: 3, body: 'Hello' })
  const all = [proof, events, strange]
  const found = (result: 'VERIFIED' | 'EVENTS' | 'OTHER' | '', text = '') =>
    filterReceived(all, { result, text }).map(({ sequence }) => sequence)
  expect([found(''), found('VERIFIED'), found('EVENTS'), found('OTHER')]).toEqual([[1, 2, 3], [1], [2], [3]])
  expect([found('', 'failure published'), found('', 'CHALLENGE abc'), found('EVENTS', 'hello')]).toEqual([[2], [1], []])
})

it('the address of a built-in receiver is known, whichever run it is of', () => {
  expect(isReceiver('http://127.0.0.1:7480/gatehouse/receiver/aB3')).toBe(true)
  expect(isReceiver('https://hooks.example/gatehouse/receiver/aB3')).toBe(false)
  expect(isReceiver('http://127.0.0.1:7480/gatehouse/v1/receiver/aB3')).toBe(false)
})
