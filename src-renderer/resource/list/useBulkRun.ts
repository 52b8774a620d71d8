import { computed, ref, shallowRef } from 'vue'
import { asApiError } from '#ui/api/api-error.ts'
import { inTurn } from '#ui/lib/in-turn.ts'

/** So many requests at once: the service writes one after the other anyway. */
const TOGETHER = 4

interface Failure<One> {
  object: One
  words: string
}

/** Does something to many objects: how far it is, what failed and why, and a way to stop before the next one. */
export function useBulkRun<One>(objects: () => readonly One[]) {
  const succeeded = ref(0)
  const failures = shallowRef<readonly Failure<One>[]>([])
  const phase = ref<'ask' | 'work' | 'done'>('ask')
  const stopping = ref(false)

  async function attempt(object: One, act: (object: One) => Promise<unknown>) {
    if (stopping.value) return
    try {
      await act(object)
      succeeded.value += 1
    } catch (thrown) {
      const { summary, causes } = asApiError(thrown)
      const words = [summary, ...causes.map((cause) => cause.summary)].join(' ')
      failures.value = [...failures.value, { object, words }]
    }
  }

  async function run(act: (object: One) => Promise<unknown>) {
    phase.value = 'work'
    await inTurn(objects(), (object) => attempt(object, act), TOGETHER)
    phase.value = 'done'
  }

  return {
    phase,
    succeeded,
    failures,
    stopping,
    tried: computed(() => succeeded.value + failures.value.length),
    run,
    stop: () => (stopping.value = true),
  }
}
