import type { PeopleChange } from '#contract/directory/people-change.ts'
import { api } from '#ui/api/client.ts'

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

/** Takes a change back, to the end, so that what is shown afterwards is read when it is done. @throws ApiError */
export async function undoChange(peopleChangeId: string): Promise<PeopleChange> {
  // It may have been taken back elsewhere on the page, before the last way back was used.
  const known = await api.call('getPeopleChange', { params: { peopleChangeId } })
  if (known.state === 'REVERTED') return known
  await api.call('undoPeopleChange', { params: { peopleChangeId } })
  return settledChange(peopleChangeId)
}
