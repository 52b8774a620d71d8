import type { Ref } from 'vue'
import type { PullRequest } from '#contract/gatehouse/pull.ts'
import { useFormErrors } from '#ui/composables/useFormErrors.ts'
import type { PullState } from './usePull.ts'

interface PullForm {
  show: Ref<boolean>
  request: () => PullRequest
  onStarted: () => void
  onCompare: () => void
}

/** What the dialogs that start a pull have in common: they close once it is asked for, or where the sides are compared again instead. */
export function usePullForm({ start: { busy, error, run } }: Pick<PullState, 'start'>, form: PullForm) {
  async function start() {
    if (!(await run(form.request()))) return
    form.show.value = false
    form.onStarted()
  }
  function compare() {
    form.show.value = false
    form.onCompare()
  }
  const { unplaced } = useFormErrors(error, [], () => null)
  return { action: { busy, error, run: start }, unplaced, compare }
}
