import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import { useShownProblems } from '#ui/composables/useShownProblems.ts'
import type { Draft, ObjectForm } from './field-specs.ts'
import { bodyOf } from './form-body.ts'

/** What the contract finds wrong in the draft of a form, field by field, while it is written (see `useShownProblems`). */
export function useFieldProblems(
  form: MaybeRefOrGetter<Pick<ObjectForm, 'fields' | 'check' | 'bodyOf'>>,
  draft: () => Draft,
  tried: () => boolean,
) {
  const problems = computed(() => {
    const { check, fields, bodyOf: make } = toValue(form)
    return check?.(make?.(draft()) ?? bodyOf(fields, draft())) ?? []
  })
  return { problems, problemOf: useShownProblems(() => problems.value, draft, tried).problemOf }
}
