// @vitest-environment happy-dom
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, ref } from 'vue'
import type { Workspace } from '#contract/gatehouse/workspace.ts'
import { DRAFT_LIMITS, draftsSchema } from '#ipc/contract.ts'
import DraftNote from '#ui/components/forms/DraftNote.vue'
import { useOpenEditor } from '#ui/composables/useOpenEditor.ts'
import { useOpenEditorsStore } from '#ui/stores/open-editors.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: Date.parse('2026-03-02T10:42:00Z') })
  localStorage.clear()
  setActivePinia(createPinia())
  useWorkspaceStore().info = { file: '/w/a.gatehouse' } as Workspace
})
afterEach(() => void vi.useRealTimers())

/** An editor of one text and one secret, as a page opens it. */
async function open(key = 'rule 1', save = vi.fn(async () => true)) {
  const text = ref('')
  let editor!: ReturnType<typeof useOpenEditor>
  const page = mount(
    defineComponent({
      setup() {
        editor = useOpenEditor({
          what: 'the rule',
          dirty: () => text.value !== '',
          save,
          draft: {
            key: () => key,
            content: () => ({
              text: text.value,
              client_secret: 's3cret',
              password: { value: 's3cret', hash: 's3cret' },
            }),
            restore: (kept) => (text.value = (kept as { text: string }).text),
          },
        })
        return () => null
      },
    }),
  )
  await flushPromises()
  return { text, editor, page, type: (words: string) => ((text.value = words), vi.advanceTimersByTimeAsync(3_000)) }
}

const stored = () => draftsSchema.parse(JSON.parse(localStorage.getItem('gatehouse.drafts /w/a.gatehouse') ?? '[]'))

/** The page is gone without a word, and comes again. */
function crash() {
  const kept = { ...localStorage }
  return () => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value as string)
    setActivePinia(createPinia())
    useWorkspaceStore().info = { file: '/w/a.gatehouse' } as Workspace
  }
}

describe('the draft of an open editor', () => {
  it('survives a crash of the page, and is offered to the same editor only', async () => {
    const { type } = await open()
    await type('half a rule')
    crash()()
    expect((await open('rule 2')).editor.offered.value).toBeNull()
    const again = await open()
    expect(again.editor.offered.value?.savedAt).toBe('2026-03-02T10:42:00.300Z')
    await again.editor.restore()
    expect([again.text.value, again.editor.offered.value]).toEqual(['half a rule', null])
  })

  it('never holds a secret', async () => {
    const { type } = await open()
    await type('half a rule')
    expect(stored()).toHaveLength(1)
    expect(JSON.stringify(stored())).not.toContain('s3cret')
  })

  it.each([
    ['changed back', async ({ type }: Awaited<ReturnType<typeof open>>) => type('')],
    ['closed', async ({ page }: Awaited<ReturnType<typeof open>>) => page.unmount()],
    ['given up', async () => useOpenEditorsStore()],
  ])('goes once the editor is %s', async (how, act) => {
    const editor = await open()
    await editor.type('half a rule')
    expect(stored()).toHaveLength(1)
    await act(editor)
    if (how === 'given up') await useOpenEditorsStore().leave('discard')
    await flushPromises()
    expect(stored()).toEqual([])
  })

  it('stays as it was where the offer was not answered', async () => {
    const { type } = await open()
    await type('half a rule')
    crash()()
    const again = await open()
    await again.type('something else')
    again.page.unmount()
    await flushPromises()
    expect(stored().map(({ content }) => JSON.parse(content).text)).toEqual(['half a rule'])
  })

  it('is dropped when the person says so', async () => {
    const { type } = await open()
    await type('half a rule')
    crash()()
    const again = await open()
    again.editor.discard()
    await flushPromises()
    expect(stored()).toEqual([])
  })

  it('says that it is too long to be kept, until it is shorter', async () => {
    const { type, editor } = await open()
    const note = mount(DraftNote, { props: { offer: editor } })
    await type('half a rule')
    expect(note.text()).toBe('')
    await type('x'.repeat(DRAFT_LIMITS.characters))
    expect(note.get('[role=status]').text()).toBe(
      'This is too long for a draft: it is lost if the page closes before you save.',
    )
    expect(stored().map(({ content }) => JSON.parse(content).text)).toEqual(['half a rule'])
    await type('a whole rule')
    expect(note.text()).toBe('')
    expect(stored().map(({ content }) => JSON.parse(content).text)).toEqual(['a whole rule'])
    await type('x'.repeat(DRAFT_LIMITS.characters))
    await type('')
    expect(note.text()).toBe('')
  })

  it('makes room: the oldest of too many goes, and what is too old or too long is not kept', async () => {
    for (let at = 0; at <= DRAFT_LIMITS.count; at++) {
      const { type } = await open(`rule ${at}`)
      await type('half a rule')
      crash()()
    }
    expect(stored().map(({ key }) => key)).toEqual(Array.from({ length: 20 }, (_, at) => `rule ${at + 1}`))
    const long = await open('rule long')
    await long.type('x'.repeat(DRAFT_LIMITS.characters))
    expect(stored().map(({ key }) => key)).not.toContain('rule long')
    vi.setSystemTime(Date.now() + DRAFT_LIMITS.days * 86_400_000)
    crash()()
    expect((await open('rule 5')).editor.offered.value).toBeNull()
  })
})

describe('before the page goes', () => {
  it('says what is unsaved, until it is not', async () => {
    const editors = useOpenEditorsStore()
    const { type } = await open()
    expect(editors.unsaved).toBeNull()
    await type('half a rule')
    expect(editors.unsaved).toBe('the rule')
    const other = await open('rule 2')
    await other.type('another')
    expect(editors.unsaved).toBe('what you edit')
    await other.type('')
    await type('')
    expect(editors.unsaved).toBeNull()
  })

  it('saves, and says whether that went well', async () => {
    const save = vi.fn(async () => false)
    const { type } = await open('rule 1', save)
    const { leave } = useOpenEditorsStore()
    expect(await leave('save')).toBe(true)
    await type('half a rule')
    expect(await leave('save')).toBe(false)
    save.mockResolvedValue(true)
    expect(await leave('save')).toBe(true)
    expect(save).toHaveBeenCalledTimes(2)
  })

  it('keeps at once what was typed a moment ago', async () => {
    const { text } = await open()
    text.value = 'just now'
    await useOpenEditorsStore().leave('keep')
    expect(stored()).toHaveLength(1)
  })

  it('lets a browser ask by itself, only where something is unsaved', async () => {
    const { type } = await open()
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(asks()).toBe(false)
    await type('half a rule')
    expect(asks()).toBe(true)
  })
})
