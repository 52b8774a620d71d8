// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import EventRow from '#ui/features/audit/table/EventRow.vue'

const EVENT = {
  ...{ uuid: 'e1', published: '2026-11-21T12:00:00.000Z', eventType: 'user.account.lock', displayMessage: 'Locked' },
  ...{ actor: { id: '00u1', type: 'User', displayName: 'Ben', alternateId: null, detailEntry: null }, target: null },
  ...{ outcome: { result: 'SUCCESS', reason: null }, severity: 'INFO', request: { ipChain: [] } },
  gatehouse: { import: { id: 'lim1', keyFingerprint: null }, connection: { id: 'rcn1', name: 'Production' } },
} as unknown as LogEvent

it('names the log of an event once to a screen reader, and apart from its type', () => {
  const columns = [{ key: 'event', width: 300 }] as never
  const row = mount(EventRow, { props: { event: EVENT, imported: true, columns } })
  expect(row.get('svg').attributes('aria-label')).toBe('From Production')
  expect(row.get('.from').attributes('aria-hidden')).toBe('true')
  expect(row.get('td').element.textContent).toMatch(/from Production\s+user\.account\.lock/)
})
