import { defineStore } from 'pinia'
import { computed, ref } from 'vue'
import { useWorkspaceStore } from './workspace.ts'

/** What is remembered of the first steps: that they were put away, and that a sign-in was simulated, which leaves no object. */
type Mark = 'dismissed' | 'simulated'
const STORED = 'gatehouse.firstSteps'

function stored(): Record<string, Mark[]> {
  try {
    return (JSON.parse(localStorage.getItem(STORED) ?? '{}') ?? {}) as Record<string, Mark[]>
  } catch {
    return {}
  }
}

/** The first steps of a workspace that was begun empty; what is remembered belongs to its file. */
export const useFirstStepsStore = defineStore('firstSteps', () => {
  const workspace = useWorkspaceStore()
  const marks = ref(stored())
  const file = computed(() => workspace.info?.file ?? '')
  const isMarked = (mark: Mark) => marks.value[file.value]?.includes(mark) ?? false

  function mark(what: Mark) {
    if (!workspace.startedHere || isMarked(what)) return
    marks.value = { ...marks.value, [file.value]: [...(marks.value[file.value] ?? []), what] }
    localStorage.setItem(STORED, JSON.stringify(marks.value))
  }
  /** Whether the list of steps has a use here. */
  const open = computed(() => workspace.startedHere && !workspace.info?.sampleLoaded && !isMarked('dismissed'))
  return { open, simulated: computed(() => isMarked('simulated')), mark }
})
