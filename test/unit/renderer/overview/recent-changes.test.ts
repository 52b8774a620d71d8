import { expect, it } from 'vitest'
import { EMITTED_EVENTS } from '#contract/log/event-types.ts'
import { LOG_EVENTS, parseFilter } from '#filter/index.ts'
import { CHANGES_FILTER, isChange } from '#ui/features/overview/recent-changes.ts'

const TYPES = Object.keys(EMITTED_EVENTS)

it('changes are told from what people do when they sign in', () => {
  const none = TYPES.filter((type) => !isChange(type))
  expect(none).toContain('user.session.start')
  expect(none).toContain('policy.evaluate_sign_on')
  expect(none.filter((type) => /\.(create|update|delete|add|remove|activate|deactivate|suspend)$/.test(type))).toEqual(
    [],
  )
})

it('support that is let in is a change', () => {
  expect(isChange('user.session.impersonation.grant')).toBe(true)
})

it('the log understands the filter', () => {
  expect(parseFilter(CHANGES_FILTER, LOG_EVENTS).ok).toBe(true)
})
