import { useStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { Story } from '#contract/gatehouse/story.ts'
import { api } from '#ui/api/client.ts'
import { useWorkspaceStore } from './workspace.ts'

/** A step of the tour, both from 0. */
interface Place {
  story: number
  step: number
}

const OFFER = 'offer put away'
const markOf = (story: Story, step: number) => `${story.key} ${step}`

/** The stories of the sample, which steps of them were seen in each workspace, and the step that is shown now. */
export const useTourStore = defineStore('tour', () => {
  const workspace = useWorkspaceStore()
  const byFile = useStorage<Record<string, string[]>>('gatehouse.tour', {})
  const stories = shallowRef<readonly Story[]>([])
  const place = ref<Place | null>(null)
  const file = computed(() => workspace.info?.file ?? '')
  const marks = computed(() => new Set(byFile.value[file.value] ?? []))

  function mark(names: readonly string[], on: boolean) {
    const others = [...marks.value].filter((name) => !names.includes(name))
    byFile.value = { ...byFile.value, [file.value]: on ? [...others, ...names] : others }
  }
  const isSeen = (story: Story, step: number) => marks.value.has(markOf(story, step))
  const isDone = (story: Story) => story.steps.every((_, step) => isSeen(story, step))
  const setDone = (story: Story, done: boolean) =>
    mark(
      story.steps.map((_, step) => markOf(story, step)),
      done,
    )

  /** @throws ApiError */
  async function load(signal?: AbortSignal): Promise<readonly Story[]> {
    stories.value = await api.call('listStories', { signal })
    return stories.value
  }

  /** The shown step with its surroundings; null while none is. */
  const now = computed(() => {
    const story = place.value && stories.value[place.value.story]
    const step = place.value && story?.steps[place.value.step]
    return place.value && story && step ? { ...place.value, title: story.title, current: step } : null
  })

  /** The step after the one that is shown; null after the last. */
  const next = computed<Place | null>(() => {
    if (!place.value) return null
    const { story, step } = place.value
    if (stories.value[story]?.steps[step + 1]) return { story, step: step + 1 }
    return stories.value[story + 1] ? { story: story + 1, step: 0 } : null
  })

  /** Shows a step, which counts as seen from then on. */
  function show(to: Place) {
    const story = stories.value[to.story]
    if (!story) return
    place.value = to
    mark([markOf(story, to.step)], true)
  }

  const done = computed(() => stories.value.filter(isDone).length)
  /** Whether the tour is offered where one begins. */
  const isOffered = computed(() => Boolean(workspace.info?.sampleLoaded) && !marks.value.has(OFFER))
  const putAway = () => mark([OFFER], true)
  const close = () => (place.value = null)
  return { stories, now, next, done, isOffered, load, isSeen, isDone, setDone, show, close, putAway }
})
