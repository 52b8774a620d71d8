import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import { useEditorMode } from '#ui/composables/useEditorMode.ts'
import { readJsonText, writeJsonText, type JsonTexts } from '#ui/lib/json-text.ts'
import { withoutSecrets } from '#ui/lib/without-secrets.ts'

type Json = Record<string, unknown>
const TEXTS: JsonTexts<Json> = { read: (text) => readJsonText(text), write: (json) => writeJsonText(json, []) }
const START = { label: 'Mail' }
const SECRET = { label: 'Post', credentials: { oauthClient: { client_id: 'c1', client_secret: 's3cret' } } }

function open() {
  const body = ref<Json>(START)
  const editor = useEditorMode<Json>(
    () => body.value,
    (json) => (body.value = json),
    TEXTS,
  )
  return { body, editor }
}
/** What the store of drafts makes of it, and a draft gives back. */
const kept = (content: unknown): unknown => JSON.parse(JSON.stringify(withoutSecrets(content)))

describe('the draft of an editor that shows JSON', () => {
  it('has no secret of the text that was written', () => {
    const { editor } = open()
    editor.showJson()
    editor.setText(JSON.stringify(SECRET))
    expect(JSON.stringify(kept(editor.content()))).not.toContain('s3cret')
    expect(kept(editor.content())).toEqual({
      mode: 'json',
      json: { label: 'Post', credentials: { oauthClient: { client_id: 'c1' } } },
    })
  })

  it('has what was read last where the text cannot be read, and none of that text', () => {
    const { editor } = open()
    editor.showJson()
    editor.setText('{ "label": "Post" }')
    editor.setText('{ "label": "Post", "client_secret": "s3cret"')
    expect(kept(editor.content())).toEqual({ mode: 'json', json: { label: 'Post' } })
  })

  it.each([
    ['as JSON', 'json'],
    ['as a form', 'form'],
  ] as const)('goes on %s', (_, mode) => {
    const before = open()
    before.editor.showJson()
    before.editor.setText('{ "label": "Post" }')
    if (mode === 'form') before.editor.showForm()
    const { editor, body } = open()
    expect(editor.restore(kept(before.editor.content()))).toBe(true)
    expect([editor.mode.value, body.value]).toEqual([mode, { label: 'Post' }])
  })

  it('of an earlier version is its text, which is shown where it cannot be read', () => {
    const { editor, body } = open()
    expect(editor.restore({ mode: 'form', text: '{ "label": "Post" }' })).toBe(true)
    expect([editor.mode.value, body.value]).toEqual(['form', { label: 'Post' }])
    expect(editor.restore({ mode: 'form', text: '{ "label": ' })).toBe(false)
    expect([editor.mode.value, editor.text.value]).toEqual(['json', '{ "label": '])
    expect(body.value).toEqual({ label: 'Post' })
  })

  it('that is of neither form is refused', () => {
    expect(() => open().editor.restore({ label: 'Post' })).toThrow()
  })
})
