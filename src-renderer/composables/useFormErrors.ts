import { computed, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { ApiError, Cause } from '#ui/api/api-error.ts'
import { getIn } from '#ui/lib/tree.ts'

/** One spelling for `conditions.people[0].x`, `conditions/people/0/x` and `conditions.people.0.x`. */
export function fieldPath(location: string): string {
  return location
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '')
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}

/** The words for a field: causes at its path or below it, joined; undefined when there are none. */
export function messageFor(causes: readonly Cause[], field: string): string | undefined {
  const mine = causes.filter((cause) => isWithin(fieldPath(cause.location), fieldPath(field)))
  return mine.length ? [...new Set(mine.map((cause) => cause.summary))].join('; ') : undefined
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
