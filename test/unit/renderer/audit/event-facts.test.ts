// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { jumpsOf, leavesOf, sectionsOf } from '#ui/features/audit/drawer/event-facts.ts'
import FactLines from '#ui/features/audit/drawer/FactLines.vue'
import FoldedText from '#ui/components/data/FoldedText.vue'
import { stepOf } from '#ui/features/audit/drawer/step-keys.ts'
import { canCompare } from '#ui/features/audit/query/filter-text.ts'
import { makeEvents } from '../../../bench/audit-events.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const [EVENT] = [...makeEvents(1)] as [LogEvent]
const factsOf = (event: LogEvent) => sectionsOf(event).flatMap(({ facts }) => facts)

describe('the values of an event', () => {
  it('are all there, each under the name that the filter grammar has for it', () => {
    const shown = new Map(factsOf(EVENT).map(({ path, value }) => [path, value]))
    expect(shown.get('client.ipAddress')).toBe(EVENT.client?.ipAddress)
    expect(shown.get('transaction.id')).toBe(EVENT.transaction.id)
    expect(shown.get('debugContext.debugData.threatSuspected')).toBe('false')
    expect(shown.get('securityContext.isProxy')).toBe(false)
    expect(shown.get('authenticationContext.authenticationStep')).toBe(0)
    for (const { path, value } of factsOf(EVENT)) expect(path && canCompare(path, 'eq', value), String(path)).toBe(true)
  })

  it('are read out of nested maps and lists, leaf by leaf', () => {
    const map = { a: { b: [1, 'two'], c: null }, d: [{ e: 1 }] }
    expect(leavesOf(map, 'device').map(({ term, path, value }) => [term, path, value])).toEqual([
      ['a.b', 'device.a.b', 1],
      ['a.b', 'device.a.b', 'two'],
      ['d', null, JSON.stringify(map.d, null, 2)],
    ])
  })

  it('leave out sections of which nothing is known', () => {
    const bare = { ...EVENT, client: null, securityContext: null, request: { ipChain: [] } }
    expect(sectionsOf(bare).map(({ title }) => title)).toEqual(['Transaction', 'Authentication', 'Debug data'])
  })

  it('can be asked for and excluded, where the grammar can say so', async () => {
    const asked: unknown[] = []
    const facts = [
      { term: 'Address', path: 'client.ipAddress', value: '198.51.100.7' },
      { term: 'List', path: null, value: '[]' },
    ]
    const onFilter = (...expected: unknown[]) => void asked.push(expected)
    const { page } = await mountPage(FactLines, { props: { facts, onFilter } })
    await page.get('[aria-label="Filter by this: Address 198.51.100.7"]').trigger('click')
    await page.get('[aria-label="Exclude this: Address 198.51.100.7"]').trigger('click')
    expect(asked).toEqual([
      ['client.ipAddress', 'eq', '198.51.100.7'],
      ['client.ipAddress', 'ne', '198.51.100.7'],
    ])
    expect(page.findAll('[title="Filter by this"]')).toHaveLength(1)
  })

  it('stand there whole where they are what somebody has to review, such as a few authenticators', () => {
    const authenticators = Array.from({ length: 6 }, (_, at) => ({
      key: `authenticator_${at}`,
      enroll: { self: 'REQUIRED' },
    }))
    const text = JSON.stringify(authenticators, null, 2)
    expect(mount(FoldedText, { props: { text } }).text()).toContain('authenticator_5')
  })

  it('fold when they are long, and open when asked', async () => {
    const text = 'x'.repeat(5_000)
    const page = mount(FoldedText, { props: { text } })
    expect(page.text().length).toBeLessThan(text.length / 2)
    await page.get('button').trigger('click')
    expect(page.text()).toContain(text)
    expect(
      mount(FoldedText, { props: { text: 'short' } })
        .find('button')
        .exists(),
    ).toBe(false)
  })
})

describe('the ways on from an event', () => {
  it('lead to its actor, its targets, its transaction and its session', () => {
    expect(jumpsOf(EVENT, ({ id }) => id).map(({ label }) => label)).toEqual([
      'Everything by this actor',
      'Everything about this target',
      'Same transaction',
      'Same session',
    ])
  })

  it('leave out a session that no one knows and the actor as its own target', () => {
    const alone = { ...EVENT, authenticationContext: null, target: [{ ...EVENT.actor }] }
    expect(jumpsOf(alone, ({ id }) => id).map(({ path }) => path)).toEqual(['actor.id', 'transaction.id'])
  })

  it('are keys too, but not where a key is text', () => {
    const pressed = (key: string, target: EventTarget = document.body) => {
      const event = new KeyboardEvent('keydown', { key })
      Object.defineProperty(event, 'target', { value: target })
      return stepOf(event)
    }
    expect([pressed('j'), pressed('ArrowUp'), pressed('x')]).toEqual([1, -1, null])
    expect(pressed('j', document.createElement('input'))).toBeNull()
  })
})
