// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import ReviewDialog from '#ui/resource/review/ReviewDialog.vue'
import { mountPage } from '../../../helpers/mount-page.ts'

const losing = (id: string, people: number) =>
  ({
    ...{ id, considered: 9, affected: people, notes: [] },
    effects: [{ effect: 'LOSES_ACCESS', people, sample: [], cases: [], moreCases: 0 }],
  }) as unknown as ChangeReview

it('what was typed for one review does not confirm another that takes its place', async () => {
  const review = ref(losing('crv1', 2))
  const Asking = defineComponent(
    () => () =>
      h(ReviewDialog, {
        ...{ show: true, title: 'Save rule?', name: 'Contractors', verb: 'Save rule' },
        review: { data: review.value, error: null, loading: false },
      }),
  )
  await mountPage(Asking)
  const input = () => document.querySelector<HTMLInputElement>('[role=dialog] input') ?? expect.unreachable()
  const isBlocked = () => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.disabled
  input().value = 'Contractors'
  input().dispatchEvent(new Event('input'))
  await flushPromises()
  expect(isBlocked()).toBe(false)
  review.value = losing('crv2', 200)
  await flushPromises()
  expect([input().value, isBlocked()]).toEqual(['', true])
})
