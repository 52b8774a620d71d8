import { expect, it } from 'vitest'
import { EMITTED_EVENTS } from '#contract/log/event-types.ts'
import { LOG_EVENTS, requireFilter } from '#filter/index.ts'
import { CHANGES_FILTER } from '#ui/features/overview/recent-changes.ts'
import { match } from '../../../helpers/filter-match.ts'

const filter = requireFilter(CHANGES_FILTER, LOG_EVENTS)
const isChange = (eventType: string) => match(filter, { eventType })

it('changes are told from what people do when they sign in', () => {
  const none = Object.keys(EMITTED_EVENTS).filter((type) => !isChange(type))
  expect(none).toContain('user.session.start')
  expect(none).toContain('policy.evaluate_sign_on')
  expect(none.filter((type) => /\.(create|update|delete|add|remove|activate|deactivate|suspend)$/.test(type))).toEqual(
    [],
  )
})

it('support that is let in is a change', () => {
  expect(isChange('user.session.impersonation.grant')).toBe(true)
})
