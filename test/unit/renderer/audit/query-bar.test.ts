// @vitest-environment happy-dom
import { EditorView } from '@codemirror/view'
import { mount } from '@vue/test-utils'
import { NMessageProvider } from 'naive-ui'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import QueryBar from '#ui/features/audit/query/QueryBar.vue'
import { comes } from '../../../helpers/comes.ts'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
})
afterEach(() => vi.unstubAllGlobals())

function open(initial: { filter?: string; q?: string } = {}) {
  const filter = ref(initial.filter ?? '')
  const q = ref(initial.q ?? '')
  const bar = () =>
    h(QueryBar, {
      filter: filter.value,
      q: q.value,
      'onUpdate:filter': (next: string) => (filter.value = next),
      'onUpdate:q': (next: string) => (q.value = next),
    })
  const page = mount(defineComponent({ render: () => h(NMessageProvider, null, { default: bar }) }), {
    attachTo: document.body,
    global: { plugins: [createPinia()] },
  })
  const button = (name: string) => page.get<HTMLButtonElement>(`button[aria-label="${name}"]`)
  const labels = () => page.findAll('[data-chip]').map((chip) => chip.attributes('aria-label'))
  const words = () => page.get<HTMLInputElement>('input[aria-label="Search events"]')
  const editor = async () => {
    const content = await comes(() => document.querySelector<HTMLElement>('.cm-content'))
    return EditorView.findFromDOM(content) ?? expect.unreachable()
  }
  const problems = () => page.findAll('[aria-label="Problems"] li').map((each) => each.text())
  return { page, filter, q, button, labels, words, editor, problems }
}

function write(view: EditorView, text: string) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
}

describe('chips', () => {
  it('say in words what the filter asks', () => {
    const { labels } = open({
      filter:
        'eventType eq "policy.rule.add" and not (target.id eq "a") and (severity eq "WARN" or severity eq "ERROR")',
    })
    expect(labels()).toEqual([
      'Edit filter: Event type is policy.rule.add',
      'Edit filter: Target is not a',
      'Edit filter: Severity is any of Warning, Error',
    ])
  })

  it('name an import that has no events yet', async () => {
    const imports = [{ id: 'lim7', name: 'Staging' }]
    vi.stubGlobal('fetch', (path: string) =>
      Promise.resolve(Response.json(new URL(path, 'http://x').pathname.endsWith('/imports') ? imports : [])),
    )
    const { labels } = open({ filter: 'gatehouse.import.id eq "lim7"' })
    await vi.waitFor(() => expect(labels()).toEqual(['Edit filter: Log is Staging']))
  })

  it('are taken away one by one, the others stay', async () => {
    const { filter, button } = open({ filter: 'actor.id eq "a" and outcome.result ne "SUCCESS" and target.id pr' })
    await button('Remove filter: Outcome is not Success').trigger('click')
    expect(filter.value).toBe('actor.id eq "a" and target.id pr')
  })

  it('Backspace in the empty box selects the last one, a second takes it away', async () => {
    const { filter, words, labels } = open({ filter: 'actor.id eq "a" and target.id pr' })
    await words().trigger('keydown', { key: 'Backspace' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit filter: Target is present')
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Backspace', bubbles: true }))
    await nextTick()
    expect(filter.value).toBe('actor.id eq "a"')
    expect(labels()).toEqual(['Edit filter: Actor is a'])
    await nextTick()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit filter: Actor is a')
  })

  it('opens the form of a condition, which changes only that', async () => {
    const { filter, page } = open({ filter: 'actor.displayName co "a" and target.id pr' })
    await page.get('[data-chip]').trigger('click')
    const value = await comes(() =>
      document.querySelector<HTMLInputElement>('form[aria-label="Edit filter"] input[aria-label="Value"]'),
    )
    value.value = 'b "c"'
    value.dispatchEvent(new Event('input', { bubbles: true }))
    await nextTick()
    document.querySelector('form[aria-label="Edit filter"]')?.dispatchEvent(new Event('submit', { cancelable: true }))
    expect(filter.value).toBe('actor.displayName co "b \\"c\\"" and target.id pr')
  })
})

describe('words', () => {
  it('are applied on Enter', async () => {
    const { q, words } = open()
    await words().setValue(' jane  policy ')
    await words().trigger('keydown', { key: 'Enter' })
    expect(q.value).toBe('jane  policy')
  })

  it('that the service refuses stay in the box and say why', async () => {
    const { q, words, page } = open({ q: 'jane' })
    await words().setValue('%%')
    await words().trigger('keydown', { key: 'Enter' })
    expect(q.value).toBe('jane')
    expect(page.text()).toContain('The search has a keyword without a letter or digit.')
  })

  it('the slash leads there from anywhere but a field', async () => {
    const { words } = open()
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))
    await nextTick()
    expect(document.activeElement).toBe(words().element)
  })
})

describe('the text', () => {
  it('is the same filter, and remembered as the face to begin with', async () => {
    const first = open({ filter: 'target.id pr' })
    await first.button('Filter as text').trigger('click')
    expect((await first.editor()).state.doc.toString()).toBe('target.id pr')
    first.page.unmount()
    const second = open({ filter: 'actor.id pr' })
    expect((await second.editor()).state.doc.toString()).toBe('actor.id pr')
  })

  it('is applied once the writer pauses and it reads', async () => {
    const { filter, button, editor } = open()
    await button('Filter as text').trigger('click')
    write(await editor(), 'severity eq "WARN"')
    expect(filter.value).toBe('')
    await vi.waitFor(() => expect(filter.value).toBe('severity eq "WARN"'), 3_000)
  })

  it('that does not read never leaves the bar: it says why, and the way back', async () => {
    const { filter, button, editor, problems, page } = open({ filter: 'target.id pr' })
    await button('Filter as text').trigger('click')
    const view = await editor()
    write(view, 'severity is "WARN"')
    await vi.waitFor(() => expect(problems()).toHaveLength(1), 3_000)
    expect(problems()[0]).toMatch(/^expected an operator after severity .* did you mean eq\?/)
    expect(filter.value).toBe('target.id pr')
    await page
      .findAll('button')
      .find((each) => each.text() === 'Go back to it')
      ?.trigger('click')
    expect(view.state.doc.toString()).toBe('target.id pr')
    expect(problems()).toEqual([])
  })

  it('an address with a filter that does not read shows it as text, with its problem', async () => {
    const { editor, problems, button } = open({ filter: 'severity eq' })
    expect((await editor()).state.doc.toString()).toBe('severity eq')
    expect(problems()).toHaveLength(1)
    expect(button('Filter as text').element.disabled).toBe(true)
  })

  it('follows a filter that is changed elsewhere', async () => {
    const { filter, button, editor } = open({ filter: 'target.id pr' })
    await button('Filter as text').trigger('click')
    const view = await editor()
    filter.value = 'actor.id pr'
    await nextTick()
    expect(view.state.doc.toString()).toBe('actor.id pr')
  })
})
