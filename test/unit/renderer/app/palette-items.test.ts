// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defineComponent, nextTick, ref } from 'vue'
import { FEATURES } from '#ui/app/features.ts'
import { usePaletteItems } from '#ui/app/palette/usePaletteItems.ts'
import { usePaletteStore } from '#ui/stores/palette.ts'
import { useRecentsStore } from '#ui/stores/recents.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', (url: string) => {
    const name = { '/api/v1/groups/00g1': 'Contractors' }[url]
    return Promise.resolve(
      name ? Response.json({ id: '00g1', profile: { name } }) : new Response(null, { status: 404 }),
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(prepare = () => {}) {
  const query = ref('')
  const routes = FEATURES.flatMap((feature) => feature.routes)
  let items!: ReturnType<typeof usePaletteItems>['items']
  const Host = defineComponent({
    setup() {
      prepare()
      ;({ items } = usePaletteItems(query))
      return () => null
    },
  })
  const { router } = await mountPage(Host, { routes })
  const find = async (text: string) => {
    query.value = text
    await nextTick()
    return items.value
  }
  return { find, router }
}

it.each([
  ['create policy', 'Create policy…'],
  ['new group', 'Create group…'],
  ['create application', 'Create application…'],
  ['back up', 'Back up workspace'],
  ['built-in receiver', 'Built-in receiver'],
  ['integrity', 'Integrity and retention'],
  ['background jobs', 'Background jobs'],
  ['help keys', 'Keyboard shortcuts'],
  ['licences', 'About Gatehouse'],
  ['bug', 'Report a problem…'],
  ['stories', 'Take the tour'],
  ['stories', 'Tour'],
  ['settings audit log', 'Settings: audit log'],
  ['density', 'Settings: appearance'],
])('the palette knows every page and action: %s', async (text, label) => {
  const { find } = await open()
  expect((await find(text)).map((item) => item.label)).toContain(label)
})

it('every kind that a feature says it creates has a page that does', async () => {
  const { router, find } = await open()
  for (const { kind, path } of FEATURES.flatMap(({ creates }) => creates ?? [])) {
    const item = (await find('')).find(({ key }) => key === `create-${kind}`)
    await item?.run()
    await flushPromises()
    expect(router.currentRoute.value.fullPath, kind).toBe(`${path}?create=${kind}`)
  }
})

it('a page’s own action stands for the one that would lead to it', async () => {
  const action = { id: 'create-group', label: 'Create group…', run: () => {} }
  const { find } = await open(() => usePaletteStore().offer([action]))
  const found = await find('create group')
  expect(found.filter((item) => item.label === action.label).map(({ section }) => section)).toEqual(['On this page'])
})

it('before anything is typed, the objects that were opened last come first, without those that are gone', async () => {
  const { find } = await open(() => {
    useWorkspaceStore().info = { file: '/one.sqlite' } as never
    for (const id of ['00g1', '00g2']) useRecentsStore().visit({ kind: 'group', id })
  })
  const items = await find('')
  expect(items.filter(({ section }) => section === 'Recent').map(({ label, hint }) => [label, hint])).toEqual([
    ['Contractors', 'group'],
  ])
  expect(items[0]?.section).toBe('Recent')
})

it('a connection is found by its name and its address, and opens its page', async () => {
  const connection = { id: 'rcn1', name: 'Harbour', address: 'https://harbour.example.test' }
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url.startsWith('/gatehouse/v1/connections') ? Response.json([connection]) : new Response(null, { status: 404 }),
    ),
  )
  const { find, router } = await open()
  await vi.waitFor(async () => {
    for (const text of ['harb', 'harbour.example'])
      expect((await find(text)).map(({ section, label }) => `${section}: ${label}`)).toContain('Connections: Harbour')
  })
  await (await find('harbour')).find(({ label }) => label === 'Harbour')?.run()
  await flushPromises()
  expect(router.currentRoute.value.fullPath).toBe('/sync/rcn1')
})
