import { computed } from 'vue'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { reviewSteps, type ReviewStep } from '#ui/api/review-steps.ts'
import { useResource } from '#ui/composables/useResource.ts'

/**
 * The review of a change that an editor holds, worked out when `start` is called.
 * @param labels what each step is about, where there are several
 */
export function useReview(steps: () => readonly ReviewStep[], labels?: () => readonly string[]) {
  const review = useResource((signal) => reviewSteps(steps(), { signal, labels: labels?.() }), { immediate: false })
  return {
    /** As `ReviewDialog` shows it. */
    state: computed(() => ({
      data: review.data.value,
      error: review.error.value,
      loading: review.loading.value,
    })),
    /** Works it out again. @returns it; undefined where that failed */
    async start(): Promise<ChangeReview | undefined> {
      review.data.value = undefined
      await review.reload()
      const { data } = review
      return data.value
    },
  }
}
