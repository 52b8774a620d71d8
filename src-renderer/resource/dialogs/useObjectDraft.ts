import { computed, nextTick, ref, shallowRef, watch } from 'vue'
import type { Entity } from '../define-resource.ts'
import { choicesOf, type Draft, type FieldSpec, type ObjectForm } from '../form/field-specs.ts'

/**
 * What the dialog that makes or edits an object holds. A field that cannot change later says of which kind a new object
 * is: it offers no kind of which there can be no second, and another kind starts another draft.
 * @param existing the objects that there are already
 */
export function useObjectDraft<One extends Entity>(
  form: ObjectForm<One>,
  object: () => One | undefined,
  existing: () => readonly One[],
) {
  const kindField = form.fields.find((field) => field.fixed && field.control === 'choice')
  const kindPath = kindField?.path
  const kinds = computed(() => {
    if (kindField?.control !== 'choice') return []
    const taken = new Set(existing().map((one) => String((one as unknown as Draft)[kindField.path])))
    return choicesOf(kindField.options, {}).filter(({ value }) => !taken.has(value) || (form.several?.(value) ?? true))
  })
  const fields = computed(() =>
    form.fields.map((field): FieldSpec =>
      field === kindField && field.control === 'choice' && !object() ? { ...field, options: kinds.value } : field,
    ),
  )

  function fresh(): Draft {
    const usual = form.blank()
    const offered = kinds.value.map(({ value }) => value)
    return !kindPath || offered.includes(String(usual[kindPath])) ? usual : form.blank(offered[0])
  }
  function start(): Draft {
    const one = object()
    if (!one) return fresh()
    return form.draftOf?.(one) ?? { ...(one as unknown as Draft) }
  }
  const draft = ref<Draft>(start())
  /** What the draft of an object that is edited began with. */
  const stored = shallowRef(object() && draft.value)
  let isTaken = false

  // Another kind has other fields: what was filled in for the former one goes, but for a name of one's own.
  if (kindPath)
    watch(
      () => String(draft.value[kindPath]),
      (kind, former) => {
        if (object() || isTaken) return
        const next = form.blank(kind)
        const { name } = draft.value
        draft.value = name === form.blank(former)['name'] ? next : { ...next, name }
      },
    )

  /** Takes a whole draft over, of whichever kind. */
  function take(whole: Draft) {
    isTaken = true
    draft.value = whole
    void nextTick(() => (isTaken = false))
  }
  function restart() {
    draft.value = start()
    stored.value = object() && draft.value
  }
  return { draft, stored, fields, take, restart }
}
