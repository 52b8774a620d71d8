import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import { switchQuestion, useReviewStore } from '#ui/stores/review.ts'

const NO_ONE: ChangeReview = { id: 'crv1', considered: 9, affected: 0, effects: [], notes: [] }
const SOME = { ...NO_ONE, affected: 2 }

/** Replies of the service, which come when they are let go, in any order. */
let replies: ((reply: Response) => void)[]
beforeEach(() => {
  setActivePinia(createPinia())
  vi.useFakeTimers()
  replies = []
  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => replies.push(resolve)))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const reply = async (at: number, body: object, status = 200) => {
  replies[at]?.(new Response(JSON.stringify(body), { status }))
  await vi.advanceTimersByTimeAsync(0)
}
const question = (name: string) => switchQuestion('rule', name, false, [])

describe('asking before a change', () => {
  it('goes on at once, without a dialog, where no one is affected', async () => {
    const store = useReviewStore()
    const goesOn = store.ask(question('A'))
    await reply(0, NO_ONE)
    expect(store.asked).toBeNull()
    expect(await goesOn).toEqual({ reason: '' })
  })

  it('shows who is affected, and does what is answered', async () => {
    const store = useReviewStore()
    const goesOn = store.ask(question('A'))
    await reply(0, SOME)
    expect(store.asked?.review?.affected).toBe(2)
    store.answer(null)
    expect(store.asked).toBeNull()
    expect(await goesOn).toBeNull()
  })

  it('shows a review that takes long while it is under way', async () => {
    const store = useReviewStore()
    const goesOn = store.ask(question('A'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.asked).toMatchObject({ question: { name: 'A' }, review: null })
    await reply(0, NO_ONE)
    expect(await goesOn).toEqual({ reason: '' })
    expect(store.asked).toBeNull()
  })

  it('leaves no question open where another takes its place, whichever review comes first', async () => {
    const store = useReviewStore()
    const [first, second] = [store.ask(question('A')), store.ask(question('B'))]
    expect(await first).toBeNull()
    await reply(1, SOME)
    await reply(0, SOME)
    expect(store.asked?.question.name).toBe('B')
    store.answer({ reason: 'A change of address' })
    expect(await second).toEqual({ reason: 'A change of address' })
  })

  it('tells a refusal as the change itself would be refused, without the place in the review', async () => {
    const store = useReviewStore()
    const causes = [{ summary: 'is taken', location: 'name' }]
    const refused = expect(store.ask(question('A'))).rejects.toMatchObject({ causes })
    const location = 'steps[0].body.name'
    const cause = { errorSummary: `${location}: is taken`, location }
    await reply(0, { errorCode: 'E0000001', errorSummary: 'Refused', errorCauses: [cause] }, 400)
    await refused
    const gone = expect(store.ask(question('B'))).rejects.toMatchObject({ summary: 'Not found', causes: [] })
    const whole = { errorSummary: 'steps[0]: Not found', location: 'steps[0]' }
    await reply(1, { errorCode: 'E0000007', errorSummary: 'Not found', errorCauses: [whole] }, 404)
    await gone
  })

  it('throws what the service refuses, and closes the dialog', async () => {
    const store = useReviewStore()
    const goesOn = expect(store.ask(question('A'))).rejects.toMatchObject({ code: 'E0000007' })
    await vi.advanceTimersByTimeAsync(1_000)
    await reply(0, { errorCode: 'E0000007', errorSummary: 'Not found', errorCauses: [] }, 404)
    await goesOn
    expect(store.asked).toBeNull()
  })
})
