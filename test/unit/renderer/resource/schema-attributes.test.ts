// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import AppAttributesPage from '#ui/features/applications/AppAttributesPage.vue'
import { feature as applications } from '#ui/features/applications/feature.ts'
import { feature as directory } from '#ui/features/directory/feature.ts'
import { PATHS } from '#ui/domain/paths.ts'
import GroupAttributesPage from '#ui/features/directory/GroupAttributesPage.vue'
import { mountPage } from '../../../helpers/mount-page.ts'
import { pressButton } from '../../../helpers/press-button.ts'

const SELF = { permissions: [{ principal: 'SELF', action: 'READ_ONLY' }], master: { type: 'PROFILE_MASTER' } }
let custom: Record<string, object> = {}
let base: Record<string, object> = {}
/** What was written, and where. */
let written: [path: string, body: unknown][] = []
let refusal: object[] | null = null

const schema = () => ({
  definitions: { custom: { id: '#custom', properties: custom }, base: { id: '#base', properties: base } },
})

function answer(address: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(address, 'http://x')
  if (pathname.endsWith('/use')) return Promise.resolve(Response.json({ profiles: 3 }))
  if (!pathname.includes('/meta/schemas/')) return Promise.resolve(Response.json({ user: [], group: [] }))
  if (method === 'POST' && refusal)
    return Promise.resolve(
      Response.json({ errorCode: 'E0000001', errorSummary: 'x', errorId: 'x', errorCauses: refusal }, { status: 400 }),
    )
  if (method === 'POST') written.push([pathname, JSON.parse(body as string)])
  return Promise.resolve(Response.json(schema()))
}

beforeEach(() => {
  custom = { cost: { title: 'Cost centre', type: 'number', scope: 'NONE', ...SELF } }
  base = { name: { title: 'Name', type: 'string', scope: 'NONE', required: true, ...SELF } }
  written = []
  refusal = null
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const labels = () => [...document.querySelectorAll('[role=dialog] label')].map(({ textContent }) => textContent?.trim())
async function type(label: string, text: string) {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label))!
  const input = document.getElementById(found.htmlFor) as HTMLInputElement
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}

it('attributes of groups are added at their schema, with what people may do with them', async () => {
  await mountPage(GroupAttributesPage)
  expect(document.querySelector('[aria-label="Custom attributes"]')?.textContent).toContain('Cost centre')
  expect(document.querySelector('[aria-label="Base attributes"]')?.textContent).toContain('Name')
  await pressButton('Add attribute')
  expect(labels().join()).toContain('Self-service')
  expect(labels().join()).not.toContain('Unique')
  await type('Title', 'Region')
  await type('Name', 'region')
  await pressButton('Add attribute')
  const region = { title: 'Region', type: 'string', ...SELF }
  expect(written).toEqual([
    ['/api/v1/meta/schemas/group/default', { definitions: { custom: { properties: { region } } } }],
  ])
})

it('what is wrong with one part of an attribute is said beside that part, and of the whole beside its name', async () => {
  const AT = 'definitions.custom.properties.region'
  refusal = [
    { errorSummary: 'Pattern: is too large', location: `${AT}.pattern` },
    { errorSummary: 'Region: is taken', location: AT },
  ]
  await mountPage(GroupAttributesPage)
  await pressButton('Add attribute')
  await type('Title', 'Region')
  await type('Name', 'region')
  await pressButton('Add attribute')
  const problemOf = (label: string) => {
    const found = [...document.querySelectorAll('[role=dialog] label')].find((one) => one.textContent?.includes(label))!
    return found.closest('.field')?.querySelector('[role=alert]')?.textContent ?? ''
  }
  expect([problemOf('Name'), problemOf('Pattern')]).toEqual([
    expect.stringMatching(/^Region: is taken/),
    expect.stringMatching(/^Pattern: is too large/),
  ])
})

it('a base attribute is changed as far as it can be', async () => {
  await mountPage(GroupAttributesPage)
  await pressButton('Change Name')
  expect(labels()).toHaveLength(2)
  expect(document.querySelectorAll('[role=dialog] [role=switch]')).toHaveLength(1)
  await pressButton('Save attribute')
  const properties = { name: { required: true, ...SELF } }
  expect(written.map(([, body]) => body)).toEqual([{ definitions: { base: { properties } } }])
})

it('attributes of an application go with the values of its assignments, and are never unique or for self-service', async () => {
  custom = { cost: { title: 'Cost centre', type: 'number', scope: 'NONE' } }
  base = { userName: { title: 'Username', type: 'string', scope: 'NONE', required: true } }
  await mountPage(AppAttributesPage, { props: { appId: '0oa1' } })
  await pressButton('Change Cost centre')
  expect(labels().join()).toContain('Name in the application')
  expect(labels().join()).not.toMatch(/Self-service|Source of values|Unique/)
  await pressButton('Cancel')
  await pressButton('Remove Cost centre')
  expect(document.body.textContent).toContain('3 assignments have a value; it is deleted with the attribute.')
  await pressButton('Remove attribute')
  expect(written).toEqual([
    ['/api/v1/meta/schemas/apps/0oa1/default', { definitions: { custom: { properties: { cost: null } } } }],
  ])
})

it.each([
  [PATHS.groupAttributes, 'Group attributes'],
  [PATHS.appAttributes('0oa1'), 'Attributes of assignments'],
])('%s leads to the page', (address, title) => {
  const routes = [...directory.routes, ...applications.routes]
  const router = createRouter({ history: createMemoryHistory(), routes })
  expect(router.resolve(address).meta.title).toBe(title)
})
