import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import { useShownProblems } from '#ui/composables/useShownProblems.ts'
import type { Draft, ObjectForm } from './field-specs.ts'
import { requestOf } from './form-body.ts'

/**
 * What the contract finds wrong in the draft of a form, field by field, while it is written (see `useShownProblems`).
 * @param stored as `bodyOf` takes it
 */
export function useFieldProblems(
  form: MaybeRefOrGetter<Pick<ObjectForm, 'fields' | 'check' | 'bodyOf'>>,
  draft: () => Draft,
  tried: () => boolean,
  stored: () => Draft | undefined = () => undefined,
) {
  const problems = computed(() => {
    const now = toValue(form)
    return now.check?.(requestOf(now, draft(), stored())) ?? []
  })
  return { problems, problemOf: useShownProblems(() => problems.value, draft, tried).problemOf }
}
