import { computed, ref, shallowRef } from 'vue'
import { asApiError, errorText } from '#ui/api/api-error.ts'
import { inTurn } from '#ui/lib/in-turn.ts'

/** So many requests at once: the service writes one after the other anyway. */
const TOGETHER = 4

interface Failure<One> {
  object: One
  words: string
}

/** Does something to many objects: how far it is, what failed and why, and a way to stop before the next one. */
export function useBulkRun<One>(objects: () => readonly One[]) {
  const succeeded = shallowRef<readonly One[]>([])
  const changed: One[] = []
  const failures = shallowRef<readonly Failure<One>[]>([])
  const phase = ref<'ask' | 'work' | 'done'>('ask')
  const stopping = ref(false)

  async function attempt(object: One, act: (object: One) => Promise<unknown>) {
    if (stopping.value) return
    try {
      const result = await act(object)
      succeeded.value = [...succeeded.value, object]
      if (result !== false) changed.push(object)
    } catch (thrown) {
      failures.value = [...failures.value, { object, words: errorText(asApiError(thrown)) }]
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
    /** Those that were not so already, in the order in which it was done to them. */
    changed: changed as readonly One[],
    failures,
    stopping,
    tried: computed(() => succeeded.value.length + failures.value.length),
    run,
    stop: () => (stopping.value = true),
  }
}

export type BulkRun<One> = Pick<ReturnType<typeof useBulkRun<One>>, 'succeeded' | 'failures' | 'tried'>
