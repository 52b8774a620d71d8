import { ref } from 'vue'
import { z } from 'zod'
import type { JsonTexts } from '#ui/lib/json-text.ts'

const contentSchema = z.object({ mode: z.enum(['form', 'json']), text: z.string() })

/**
 * Two views of one draft: a form, and the same as JSON. Text is taken over as it is typed; text that cannot be read
 * stays, says why, and holds the form back until it is mended.
 */
export function useEditorMode<Json extends object>(
  body: () => Json,
  take: (json: Json) => void,
  { read, write }: JsonTexts<Json>,
) {
  const mode = ref<'form' | 'json'>('form')
  const text = ref('')
  /** Why the JSON text cannot be applied; empty when it can. */
  const textProblem = ref('')

  function showJson() {
    text.value = write(body())
    textProblem.value = ''
    mode.value = 'json'
  }

  function setText(next: string) {
    text.value = next
    const now = read(next)
    textProblem.value = 'problem' in now ? now.problem : ''
    if ('json' in now) take(now.json)
  }

  /** @returns false when the text cannot be read, which is said */
  function showForm(): boolean {
    if (textProblem.value) return false
    mode.value = 'form'
    return true
  }

  /** What a draft keeps: the text says all of it, readable or not. */
  const content = () => ({ mode: mode.value, text: mode.value === 'json' ? text.value : write(body()) })
  /** Takes what `content` gave. @returns false when its text cannot be read, so that it has to be shown as JSON */
  function restore(kept: unknown): boolean {
    const { mode: shown, text: written } = contentSchema.parse(kept)
    showJson()
    setText(written)
    return shown === 'json' || showForm()
  }

  /** `restoreText` goes back to the last text that could be read. */
  return { read, mode, text, textProblem, showJson, setText, showForm, restoreText: showJson, content, restore }
}

export type EditorMode<Json extends object> = ReturnType<typeof useEditorMode<Json>>
