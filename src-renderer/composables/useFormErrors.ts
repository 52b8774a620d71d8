import { computed, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { ApiError, Cause } from '#ui/api/api-error.ts'
import { messageAt } from '#ui/lib/json-text.ts'
import { fieldPath, getIn, isWithin } from '#ui/lib/tree.ts'

/** The words for a field: causes at its path or below it, joined; undefined when there are none. */
export function messageFor(causes: readonly Cause[], field: string): string | undefined {
  const problems = causes.map(({ location, summary }) => ({ path: fieldPath(location), message: summary }))
  return messageAt(problems, fieldPath(field))
}

/**
 * Puts the service's causes beside the fields they belong to. A cause is gone as soon as its field has another value than
 * the one that was refused.
 * @param fields the paths that the form shows; causes elsewhere come in `unplaced`, above the form.
 * @param draft what the form holds, in the shape of the request
 */
export function useFormErrors(
  error: MaybeRefOrGetter<ApiError | null | undefined>,
  fields: MaybeRefOrGetter<readonly string[]>,
  draft: () => unknown,
) {
  const textAt = ({ location }: Cause, value: unknown) => JSON.stringify(getIn(value, fieldPath(location)))
  /** Each cause with the value that was refused. */
  const refused = shallowRef<readonly { cause: Cause; text: string | undefined }[]>([])
  watch(
    () => toValue(error),
    (now) => (refused.value = (now?.causes ?? []).map((cause) => ({ cause, text: textAt(cause, draft()) }))),
    { immediate: true, flush: 'sync' },
  )
  const causes = computed(() =>
    refused.value.flatMap(({ cause, text }) =>
      cause.location === '' || textAt(cause, draft()) === text ? [cause] : [],
    ),
  )
  const errorOf = (field: string) => messageFor(causes.value, field)
  const unplaced = computed(() =>
    causes.value.filter(
      (cause) => !toValue(fields).some((field) => isWithin(fieldPath(cause.location), fieldPath(field))),
    ),
  )
  /** The summary, when it says more than the fields do. */
  const summary = computed(() => (toValue(error)?.causes.length === 0 ? toValue(error)?.summary : undefined))
  return { errorOf, unplaced, summary, causes }
}
