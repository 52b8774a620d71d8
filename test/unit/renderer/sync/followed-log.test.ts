// @vitest-environment happy-dom
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { ConnectionFollowing } from '#contract/gatehouse/connection.ts'
import FollowedLog from '#ui/features/sync/follow/FollowedLog.vue'

const READ: ConnectionFollowing = {
  ...{ importId: 'lim1', followedAt: new Date().toISOString(), newest: null, isBehind: false, added: 0, known: 0 },
  ...{ unreadable: 0, unreadableReason: null, gapAt: null, problem: null, problemSince: null },
}

function textOf(over: Partial<ConnectionFollowing>) {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/:any(.*)*', component: { render: () => null } }],
  })
  const props = { following: { ...READ, ...over }, follows: true, live: false }
  const page = mount(FollowedLog, { props, global: { plugins: [router] } })
  return page.text().replaceAll(/\s+/g, ' ')
}

it('a log whose events were all here already says so, and leads to no empty list', () => {
  expect(textOf({ known: 1 })).toContain('No events of its own yet; 1 was here already')
  expect(textOf({ known: 1_200 })).toContain('1,200 were here already')
  expect(textOf({ known: 5 })).not.toContain('Show in Audit')
  expect(textOf({ known: 5, added: 2 })).toMatch(/2 events · Show in Audit/)
})

it('a problem says since when it is there, and that it is tried again', () => {
  const problem = 'The remote did not answer.'
  const problemSince = new Date().toISOString()
  expect(textOf({ problem, problemSince })).toContain(`${problem} It first failed just now, and is tried again.`)
  expect(textOf({ problem })).toContain(`${problem} It is tried again.`)
})
