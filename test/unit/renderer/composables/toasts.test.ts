// @vitest-environment happy-dom
import { defineComponent, h } from 'vue'
import { expect, it, vi } from 'vitest'
import { useToasts } from '#ui/composables/useToasts.ts'
import { useUndoStore } from '#ui/stores/undo.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

it('many changes in a row leave the latest messages in sight, and each of them can be taken back', async () => {
  let toasts!: ReturnType<typeof useToasts>
  await mountPage(
    defineComponent(() => {
      toasts = useToasts()
      return () => h('main')
    }),
  )
  for (let change = 1; change <= 5; change++) toasts.undoable(`Change ${change}`, () => Promise.resolve())
  await vi.waitFor(() => {
    const texts = [...document.querySelectorAll('.n-message')].map((note) => note.textContent)
    expect(texts).toEqual(['Change 4 Undo', 'Change 5 Undo'])
  })
  expect(useUndoStore().entries).toHaveLength(5)
})
