import { ref } from 'vue'
import { z } from 'zod'
import type { JsonTexts } from '#ui/lib/json-text.ts'

const viewSchema = z.enum(['form', 'json'])
/** What a draft has of an editor; earlier versions wrote its text. */
const contentSchema = z.union([
  z.object({ mode: viewSchema, json: z.record(z.string(), z.unknown()) }),
  z.object({ mode: viewSchema, text: z.string() }),
])

/**
 * Two views of one draft: a form, and the same as JSON. Text is taken over as it is typed; text that cannot be read
 * stays, says why, and holds the form back until it can be read again.
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

  /**
   * What a draft keeps: the object, never its text, because secrets can be left out of an object only (`withoutSecrets`).
   * For text that cannot be read it is the object that was read last: the text itself is not kept.
   */
  function content() {
    const now = mode.value === 'json' ? read(text.value) : null
    return { mode: mode.value, json: now && 'json' in now ? now.json : body() }
  }
  /**
   * Takes what `content` gave, in this or an earlier version.
   * @returns false when it is the text of an earlier version that cannot be read, so that it has to be shown as JSON
   */
  function restore(kept: unknown): boolean {
    const found = contentSchema.parse(kept)
    showJson()
    setText('text' in found ? found.text : write(found.json as Json))
    return found.mode === 'json' || showForm()
  }

  /** `restoreText` goes back to the last text that could be read. */
  return { read, mode, text, textProblem, showJson, setText, showForm, restoreText: showJson, content, restore }
}

export type EditorMode<Json extends object> = ReturnType<typeof useEditorMode<Json>>
