// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view'
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { h, reactive } from 'vue'
import { RouterView } from 'vue-router'
import { writableOf } from '#ui/features/applications/app-json.ts'
import { applications } from '#ui/features/applications/applications.ts'
import JsonTab from '#ui/features/applications/JsonTab.vue'
import { useOpenEditorsStore } from '#ui/stores/open-editors.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { useAppPage } from '../../../helpers/app-page.ts'
import { comes } from '../../../helpers/comes.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

const service = useAppPage('BOOKMARK')

const read = async () => (await service.client.call('getApp', { params: { appId: service.app.id } })).body
const editorIn = (page: VueWrapper) => {
  const content = page.find<HTMLElement>('.cm-content')
  return content.exists() ? EditorView.findFromDOM(content.element) : null
}
const editorOf = (page: VueWrapper) => editorIn(page) ?? expect.unreachable()
/** The tab, and the page around it, which reads the application again once it is saved. */
async function open() {
  const props = reactive({ app: service.app, onChanged: () => void reload() })
  const reload = async () => void (props.app = await read())
  const routes = [{ path: '/', component: { render: () => h(JsonTab, props) } }]
  const { page } = await mountPage(RouterView, { routes, dialogs: true })
  const editor = await comes(() => editorIn(page))
  const text = () => editor.state.doc.toString()
  const shown = () => JSON.parse(text()) as Record<string, object>
  async function write(next: object | string) {
    const insert = typeof next === 'string' ? next : JSON.stringify(next)
    editor.dispatch({ changes: { from: 0, to: text().length, insert } })
    await flushPromises()
  }
  return { page, text, shown, write, reload }
}

describe('an application as JSON', () => {
  it('that was saved with a part left out is shown completed, and has nothing that is not saved', async () => {
    const { page, shown, write } = await open()
    const { accessibility, ...rest } = shown()
    await write({ ...rest, label: 'Berth planner' })
    expect(page.text()).toContain('Changed, not saved')
    await page.get('form').trigger('submit')
    await vi.waitFor(() => expect(page.text()).toContain('Editable fields only'))
    expect(shown()).toEqual({ ...rest, label: 'Berth planner', accessibility })
    expect((await read()).label).toBe('Berth planner')
    expect(page.get('button[type=submit]').attributes('disabled')).toBeDefined()
    expect(useOpenEditorsStore().unsaved).toBeNull()
  })

  it('is shown as it was changed elsewhere, but for text that is being written, readable or not', async () => {
    const { page, text, shown, write, reload } = await open()
    const rename = async (label: string) => {
      await service.client.call('replaceApp', {
        params: { appId: service.app.id },
        body: { ...soundApp('BOOKMARK'), label },
      })
      await reload()
      await flushPromises()
    }
    await rename('Berths')
    expect(shown()['label']).toBe('Berths')
    await write('{ "label": "Crew')
    await rename('Docks')
    expect(text()).toBe('{ "label": "Crew')
    expect(page.text()).toContain('This is not JSON yet')
    const written = { ...service.app, label: 'Crew' }
    await write(written)
    await rename('Piers')
    expect(shown()).toEqual(JSON.parse(JSON.stringify(written)))
  })

  it('whose save was refused keeps what is written when it is read again', async () => {
    const { page, shown, write, reload } = await open()
    const written = { ...shown(), label: 'Berth planner' }
    await write(written)
    const saves = vi.spyOn(applications, 'replace').mockRejectedValueOnce(new Error('Refused'))
    await page.get('form').trigger('submit')
    await flushPromises()
    expect([saves.mock.calls.length, page.text()]).toEqual([1, expect.stringContaining('Refused')])
    await service.client.call('replaceApp', {
      params: { appId: service.app.id },
      body: { ...soundApp('BOOKMARK'), label: 'Docks' },
    })
    await reload()
    await flushPromises()
    expect(shown()).toEqual(written)
    saves.mockRestore()
  })

  it('lists what is wrong below the editor, each a way to its place', async () => {
    const { page, text, write } = await open()
    const problems = () => page.findAll('[aria-label=Problems] button')
    expect(problems()).toEqual([])
    await write({ ...writableOf(service.app), label: 5, visibility: { hide: { web: 'no' } } })
    expect(problems().map((one) => one.text().replace(/: .*/, ''))).toEqual(['label', 'visibility.hide.web'])
    await problems()[1]!.trigger('click')
    const { from, to } = editorOf(page).state.selection.main
    expect(text().slice(from, to)).toBe('"no"')
    await write('{ "label": ')
    expect(problems()).toEqual([])
    expect(page.text()).toContain('This is not JSON yet')
  })

  it('is kept as a draft without the secrets in it', async () => {
    const { text, shown, write } = await open()
    const { credentials, ...rest } = shown()
    const password = { value: 'not-to-be-kept' }
    await write({ ...rest, label: 'Berth planner', credentials: { ...credentials, password } })
    expect(text()).toContain('not-to-be-kept')
    const draft = () => localStorage.getItem('gatehouse.drafts ') ?? ''
    await vi.waitFor(() => expect(draft()).toContain('Berth planner'), { timeout: 20_000 })
    expect(draft()).not.toContain('not-to-be-kept')
  })
})
