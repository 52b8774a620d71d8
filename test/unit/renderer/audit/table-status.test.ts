// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import TableStatus from '#ui/features/audit/table/TableStatus.vue'

const statusOf = (over: object) =>
  mount(TableStatus, {
    props: {
      ...{ total: 3, exact: true, canFollow: true, paused: false, waiting: 0, full: false, failing: false },
      ...{ live: true, ...over },
    },
  }).text()

it('the live tail of a followed log says that its events come once a minute', () => {
  expect(statusOf({ fromRemote: true })).toContain('Read from the remote once a minute')
  expect(statusOf({ fromRemote: true, live: false })).not.toContain('once a minute')
  expect(statusOf({})).not.toContain('once a minute')
})
