// @vitest-environment happy-dom
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import type { Story, StoryTarget } from '#contract/gatehouse/story.ts'
import { FEATURES } from '#ui/app/features.ts'
import { storyPath } from '#ui/domain/story-path.ts'
import { useTourStore } from '#ui/stores/tour.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'

const zone: StoryTarget = { page: 'zone', zoneId: 'nzo1' }
const step = (text: string) => ({ do: text, shows: `${text} is seen`, target: zone })
const STORIES: Story[] = [
  { key: 'one', title: 'One', steps: [step('a'), step('b')] },
  { key: 'two', title: 'Two', steps: [step('c')] },
]
const isDone = (tour: ReturnType<typeof useTourStore>) => STORIES.map((story) => tour.isDone(story))

async function aTour(file = '/a.sqlite', sampleLoaded = true) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(STORIES)))
  useWorkspaceStore().info = { file, sampleLoaded } as never
  const tour = useTourStore()
  await tour.load()
  return tour
}

beforeEach(() => {
  localStorage.clear()
  setActivePinia(createPinia())
})

describe('the tour', () => {
  it('counts a story as done once each of its steps was seen', async () => {
    const tour = await aTour()
    tour.show({ story: 0, step: 0 })
    expect([isDone(tour), tour.done]).toEqual([[false, false], 0])
    tour.show({ story: 0, step: 1 })
    expect([isDone(tour), tour.done]).toEqual([[true, false], 1])
  })

  it('can be ticked off and taken up again by hand', async () => {
    const tour = await aTour()
    for (const story of STORIES) tour.setDone(story, true)
    expect(tour.done).toBe(2)
    tour.setDone(STORIES[0] as Story, false)
    expect(isDone(tour)).toEqual([false, true])
  })

  it('leads from the last step of a story to the next story, and ends after the last', async () => {
    const tour = await aTour()
    tour.show({ story: 0, step: 1 })
    expect([tour.now?.title, tour.next]).toEqual(['One', { story: 1, step: 0 }])
    tour.show({ story: 1, step: 0 })
    expect(tour.next).toBeNull()
    tour.close()
    expect(tour.now).toBeNull()
  })

  it('is remembered for each workspace by itself, also by the next start', async () => {
    ;(await aTour()).show({ story: 1, step: 0 })
    await Promise.resolve()
    setActivePinia(createPinia())
    expect(isDone(await aTour())).toEqual([false, true])
    expect(isDone(await aTour('/b.sqlite'))).toEqual([false, false])
  })

  it('is offered where the sample is, until that is put away', async () => {
    const tour = await aTour()
    expect(tour.isOffered).toBe(true)
    tour.putAway()
    expect(tour.isOffered).toBe(false)
    expect((await aTour('/b.sqlite', false)).isOffered).toBe(false)
  })
})

const TARGETS: readonly [StoryTarget, string][] = [
  [zone, '/networks/nzo1'],
  [{ page: 'rule', policyId: '00p1', ruleId: '0pr1' }, '/policies/00p1'],
  [{ page: 'log', filter: 'eventType eq "x"' }, '/audit?range=all&filter=eventType+eq+%22x%22'],
  [
    {
      ...{ page: 'simulate', user: '00u1', app: '0oa1', ip: '192.0.2.1', risk: 'LOW' },
      ...{ registered: false, managed: null, platform: 'WINDOWS' },
    },
    '/simulate?user=00u1&app=0oa1&ip=192.0.2.1&risk=LOW&platform=WINDOWS&registered=false',
  ],
]

it.each(TARGETS)('a step leads to its page with all of it filled in: $page', (target, address) => {
  const routes = FEATURES.flatMap((feature) => feature.routes)
  const { matched, fullPath } = createRouter({ history: createMemoryHistory(), routes }).resolve(storyPath(target))
  expect(matched).not.toEqual([])
  expect(fullPath.replaceAll('%20', '+')).toBe(address)
})
