// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { LogEvent } from '#contract/log/log-event.ts'
import EventRows from '#ui/components/objects/EventRows.vue'

const APP = { id: '0oa1', type: 'AppInstance', displayName: 'Berth planner', alternateId: null, detailEntry: null }
const BEN = { id: '00u2', type: 'User', displayName: null, alternateId: 'ben@example.com', detailEntry: null }

function event(uuid: string, actor: LogEvent['actor'], target: LogEvent['target']): LogEvent {
  const outcome = { result: 'SUCCESS', reason: null }
  const published = '2026-11-21T12:00:00.000Z'
  return { uuid, published, eventType: 'application.user_membership.add', actor, target, outcome } as LogEvent
}

function rowsOf(events: LogEvent[], slots = {}) {
  const routes = [{ path: '/:any(.*)*', component: { render: () => null } }]
  const router = createRouter({ history: createMemoryHistory(), routes })
  const props = { label: 'Changes', events, without: '0oa1' }
  return mount(EventRows, { props, slots, global: { plugins: [router] } }).findAll('ul[aria-label="Changes"] > li')
}

it('an actor without a name is shown by the login, and the object of the page is not named again', () => {
  const [row] = rowsOf([event('e1', BEN, [APP, { ...BEN, id: '00u3', alternateId: 'eve@example.com' }])])
  expect(row?.get('a').attributes('href')).toContain('e1')
  // A link inside a sentence would have to be underlined to be told from it.
  expect(row?.get('a').element.nextElementSibling?.textContent).toBe('eve@example.com')
  expect(row?.get('.who').text()).toBe('ben@example.com')
  expect(row?.text()).not.toContain('Berth planner')
})

it('an object that acted by itself is not named as the actor in its own rows', () => {
  const [row] = rowsOf([event('e2', APP, [APP])])
  expect(row?.text()).not.toContain('Berth planner')
})

it('facts take the place of the targets, and actions come last', () => {
  const [row] = rowsOf([event('e3', BEN, [BEN])], { facts: '10.0.0.1', actions: '<button>Simulate</button>' })
  expect(row?.text()).toContain('10.0.0.1')
  expect(row?.element.lastElementChild?.textContent).toBe('Simulate')
})
