import { ref } from 'vue'
import { readRuleText, writeRuleText, type RuleJson } from './rule/rule-draft.ts'

/**
 * Two views of one draft: a form, and the same as JSON. Text is taken over as it is typed; text that cannot be read
 * stays, says why, and holds the form back until it is mended.
 */
export function useEditorMode(body: () => RuleJson, take: (json: RuleJson) => void) {
  const mode = ref<'form' | 'json'>('form')
  const text = ref('')
  /** Why the JSON text cannot be applied; empty when it can. */
  const textProblem = ref('')

  function showJson() {
    text.value = writeRuleText(body())
    textProblem.value = ''
    mode.value = 'json'
  }

  function setText(next: string) {
    text.value = next
    const read = readRuleText(next)
    textProblem.value = 'problem' in read ? read.problem : ''
    if ('json' in read) take(read.json)
  }

  /** @returns false when the text cannot be read, which is said */
  function showForm(): boolean {
    if (textProblem.value) return false
    mode.value = 'form'
    return true
  }

  /** `restoreText` goes back to the last text that could be read. */
  return { mode, text, textProblem, showJson, setText, showForm, restoreText: showJson }
}

export type EditorMode = ReturnType<typeof useEditorMode>
