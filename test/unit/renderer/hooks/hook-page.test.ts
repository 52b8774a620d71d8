// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import HookPage from '#ui/features/hooks/HookPage.vue'
import { mountPage } from '../../../helpers/mount-page.ts'

const ID = 'who1'
const hook = {
  id: ID,
  name: 'Audit mirror',
  description: 'To the archive',
  status: 'INACTIVE',
  verificationStatus: 'UNVERIFIED',
  created: '2026-11-01T00:00:00.000Z',
  lastUpdated: '2026-11-01T00:00:00.000Z',
  createdBy: null,
  events: { type: 'EVENT_TYPE', items: ['group.lifecycle.create'], filter: null },
  channel: { type: 'HTTP', version: '1.0.0', config: { uri: 'https://a.example/hook', headers: [], method: 'POST' } },
}

/** What each lifecycle call is refused with. */
let asked: string[] = []

function answer(address: string, { method = 'GET' }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(address, 'http://x')
  asked.push(`${method} ${pathname}`)
  if (method === 'POST') {
    const errorSummary = pathname.endsWith('/verify') ? 'The endpoint did not answer.' : 'It must be verified first.'
    return Promise.resolve(Response.json({ errorCode: 'E0000001', errorSummary, errorCauses: [] }, { status: 400 }))
  }
  return Promise.resolve(Response.json(pathname === `/api/v1/eventHooks/${ID}` ? hook : []))
}

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

async function open() {
  const { page } = await mountPage(HookPage, { props: { eventHookId: ID } })
  const press = async (name: string) => {
    await page
      .findAll('button')
      .find((button) => button.text() === name)
      ?.trigger('click')
    await flushPromises()
  }
  return { page, press }
}

describe('the page of a hook', () => {
  it('says what it is, where it sends, and what it lacks', async () => {
    const { page } = await open()
    expect(page.find('h1').text()).toBe('Audit mirror')
    expect(page.text()).toContain('To the archive · https://a.example/hook')
    expect(page.text()).toContain('Receives nothing until verified.')
    expect(page.find('[aria-label="Parts of the hook"]').exists()).toBe(true)
  })

  it('shows the error of the last action only', async () => {
    const { page, press } = await open()
    await press('Verify')
    expect(page.text()).toContain('The endpoint did not answer.')
    await press('Activate')
    expect(page.text()).toContain('It must be verified first.')
    expect(page.text()).not.toContain('The endpoint did not answer.')
    await press('Verify')
    expect(page.text()).not.toContain('It must be verified first.')
    expect(asked.filter((call) => call.startsWith('POST'))).toHaveLength(3)
  })
})
