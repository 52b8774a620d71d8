import { computed } from 'vue'
import { messageAt, type Problem } from '#ui/lib/json-text.ts'
import { getIn, isEmpty } from '#ui/lib/tree.ts'

/**
 * The problems of a draft that are said while it is written: what is still empty is no problem until going on was tried.
 * @param draft what the fields hold, at the paths of the problems
 */
export function useShownProblems(problems: () => readonly Problem[], draft: () => unknown, tried: () => boolean) {
  const shown = computed(() => problems().filter(({ path }) => tried() || !isEmpty(getIn(draft(), path))))
  /** Undefined where nothing is wrong, or is not said yet. */
  const problemOf = (path: string) => messageAt(shown.value, path)
  return { shown, problemOf }
}
