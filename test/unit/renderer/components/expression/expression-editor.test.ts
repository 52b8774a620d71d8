// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view'
import { mount, type VueWrapper } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import ExpressionEditor from '#ui/components/expression/ExpressionEditor.vue'
import { comes } from '../../../../helpers/comes.ts'

type Props = InstanceType<typeof ExpressionEditor>['$props']
let page: VueWrapper | null = null

/** @param meanwhile while the editor is being loaded, and a plain field is in its place */
async function open(
  text: string,
  props: Partial<Props> = {},
  meanwhile: (field: HTMLTextAreaElement) => void = () => {},
) {
  const wrapper = mount(ExpressionEditor, {
    attachTo: document.body,
    global: { plugins: [createPinia()] },
    props: {
      label: 'Expression',
      modelValue: text,
      'onUpdate:modelValue': (next: string) => void wrapper.setProps({ modelValue: next }),
      ...props,
    },
  })
  page = wrapper
  meanwhile(wrapper.get('textarea').element)
  const content = await comes(() => document.querySelector<HTMLElement>('.cm-content'))
  const view = EditorView.findFromDOM(content)
  if (!view) throw new Error('no editor')
  return {
    wrapper,
    content,
    view,
    problems: () => wrapper.findAll('[aria-label="Problems"] li').map((li) => li.text()),
  }
}

// No service: the editor completes what it knows by itself.
beforeEach(() => void vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed'))))

afterEach(() => {
  page?.unmount()
  page = null
  vi.unstubAllGlobals()
})

describe('the expression editor', () => {
  it('is a text box with a name, described by its help and its problems', async () => {
    const { content } = await open('true', { help: 'True for whom it is for', inputId: 'el' })
    expect(content.getAttribute('role')).toBe('textbox')
    expect(content.getAttribute('aria-label')).toBe('Expression')
    expect(content.id).toBe('el')
    const described = (content.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.tagName)).toEqual(['P', 'DIV'])
  })

  it('what is typed becomes the value, and a value from outside becomes the text', async () => {
    const { wrapper, view } = await open('true')
    view.dispatch({ changes: { from: 4, insert: ' && false' } })
    await nextTick()
    expect(wrapper.props('modelValue')).toBe('true && false')
    await wrapper.setProps({ modelValue: 'false' })
    expect(view.state.doc.toString()).toBe('false')
  })

  it('who types before it is there goes on typing where they were', async () => {
    const { view } = await open('us', {}, (field) => {
      field.focus()
      field.setSelectionRange(2, 2)
    })
    expect(view.hasFocus).toBe(true)
    expect(view.state.selection.main).toMatchObject({ anchor: 2, head: 2 })
  })

  it('problems are listed in the words of the language, and lead to their place', async () => {
    const { wrapper, content, view, problems } = await open('true &&\n user.stats == 1')
    expect(problems()).toEqual(['user has no stats; did you mean status? (at 2:2)'])
    expect(content.getAttribute('aria-invalid')).toBe('true')
    await wrapper.get('[aria-label="Problems"] button').trigger('click')
    const { from, to } = view.state.selection.main
    expect(view.state.sliceDoc(from, to)).toBe('user.stats')
  })

  it('problems follow what is typed', async () => {
    const { view, problems, content } = await open('user.stats == "a"')
    view.dispatch({ changes: { from: 0, to: 10, insert: 'user.status' } })
    await vi.waitFor(() => expect(problems()).toEqual([]))
    expect(content.getAttribute('aria-invalid')).toBe('false')
  })

  it('a text that cannot be read is refused once: what the service says of it comes when it reads', async () => {
    const { wrapper, view, problems } = await open('foo(1)', { error: 'Unknown function `foo` (at 1:1).' })
    expect(problems()).toEqual(['unknown function foo (at 1:1)'])
    expect(wrapper.find('[role="alert"]').exists()).toBe(false)
    view.dispatch({ changes: { from: 0, to: 6, insert: 'true' } })
    await wrapper.setProps({ error: 'Another rule says the same.' })
    await vi.waitFor(() => expect(wrapper.get('[role="alert"]').text()).toBe('Another rule says the same.'))
  })

  it('Tab is left to the page', async () => {
    const { content } = await open('us')
    const tab = new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true })
    content.dispatchEvent(tab)
    expect(tab.defaultPrevented).toBe(false)
  })

  it('a compact one stays one line', async () => {
    const { wrapper, view } = await open('true &&\nfalse', { compact: true })
    expect(view.state.doc.lines).toBe(1)
    view.dispatch({ changes: { from: view.state.doc.length, insert: '\n&& true' } })
    await nextTick()
    expect(wrapper.props('modelValue')).toBe('true && false && true')
  })

  it('one that is disabled cannot be written in', async () => {
    const { content, wrapper } = await open('true', { disabled: true })
    expect(content.getAttribute('contenteditable')).toBe('false')
    expect(wrapper.text()).not.toContain('Reference')
  })

  it('an entry of the reference is put in at the cursor', async () => {
    const { wrapper, view } = await open('user.created')
    view.dispatch({ selection: { anchor: view.state.doc.length } })
    await wrapper.get('[aria-expanded]').trigger('click')
    await wrapper.get('input[aria-label="Search the reference"]').setValue('withinDays')
    await wrapper.get('.entry').trigger('click')
    expect(view.state.doc.toString()).toBe('user.created.withinDays()')
    expect(view.state.selection.main.head).toBe('user.created.withinDays('.length)
  })
})
