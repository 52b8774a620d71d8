import type { PeopleChange } from '#contract/directory/people-change.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { count } from '#ui/lib/numbers.ts'
import { peopleText } from './change-text.ts'

/** Between two looks, of which the first come sooner: a change of one person is over at once. */
const EVERY_MS = 500
const FIRST_MS = 25

/** Whether a job works at a change, or will. */
export const isBusy = ({ state }: Pick<PeopleChange, 'state'>) => state !== 'ENDED' && state !== 'REVERTED'

/** Waits until no job works at a change any more. @throws ApiError */
export async function settledChange(peopleChangeId: string): Promise<PeopleChange> {
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, EVERY_MS)) {
    const view = await api.call('getPeopleChange', { params: { peopleChangeId } })
    if (!isBusy(view)) return view
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** WHY with a status: an undo that the service never got is offered again, and this one is over. */
const notUndone = (summary: string) => new ApiError({ status: 409, code: 'PARTLY_UNDONE', summary })

/** Takes a change back, to the end, so that what is shown afterwards is read when it is done. @throws ApiError, also where it was cut short */
export async function undoChange(peopleChangeId: string): Promise<PeopleChange> {
  // It may have been taken back elsewhere on the page, before the last way back was used.
  const known = await api.call('getPeopleChange', { params: { peopleChangeId } })
  if (known.state === 'REVERTED') return known
  await api.call('undoPeopleChange', { params: { peopleChangeId } })
  const view = await settledChange(peopleChangeId)
  if (view.problem) throw notUndone(view.problem)
  return view
}

/** Takes a change back from everybody. @throws ApiError which says who stays as they are */
export async function undoForAll(peopleChangeId: string): Promise<void> {
  const { kept, reverted } = (await undoChange(peopleChangeId)).counts
  if (kept === 0) return
  const whole = peopleText(kept + reverted)
  throw notUndone(`${count(kept)} of ${whole} could not be taken back: they were changed since, and stay as they are.`)
}
