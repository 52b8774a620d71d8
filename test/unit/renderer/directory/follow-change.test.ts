// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { undoChange, undoForAll } from '#ui/features/directory/people-changes/follow-change.ts'
import { answerPage } from '../../../helpers/answer-page.ts'

afterEach(() => vi.unstubAllGlobals())

const CHANGE = { id: 'pch1', act: 'suspend', groupName: null, search: null, problem: null, reasons: [], refused: [] }
const COUNTS = { found: 5, pending: 0, changed: 0, unchanged: 0, refused: 0, reverted: 5, kept: 0 }

/** A change that is undone, and then is as it is said. */
function ends(over: object, counts: object = {}) {
  let state = 'ENDED'
  answerPage(({ method }) => {
    if (method === 'POST') state = 'REVERTED'
    const became = state === 'REVERTED' ? { ...over, counts: { ...COUNTS, ...counts } } : { counts: COUNTS }
    return Response.json({ ...CHANGE, state, ...became })
  })
}

it('an undo of a change of people says who stays as they are, as somebody changed them since', async () => {
  ends({}, { reverted: 3, kept: 2 })
  await expect(undoForAll('pch1')).rejects.toMatchObject({
    status: 409,
    summary: '2 of 5 people could not be taken back: they were changed since, and stay as they are.',
  })
})

it('an undo that was cut short says why', async () => {
  ends({ state: 'ENDED', problem: 'The service was stopped meanwhile.' })
  await expect(undoChange('pch1')).rejects.toMatchObject({ summary: 'The service was stopped meanwhile.' })
})

it('an undo of all is no failure', async () => {
  ends({})
  await expect(undoForAll('pch1')).resolves.toBeUndefined()
})
