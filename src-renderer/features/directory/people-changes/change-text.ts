import { PEOPLE_ACTS, type PeopleAct, type PeopleChange } from '#contract/directory/people-change.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import { count, counted } from '#ui/lib/numbers.ts'

/** After "12 people": what was done. */
const DONE: Readonly<Record<PeopleAct, string>> = {
  activate: 'activated',
  unlock: 'unlocked',
  expire_password: 'given an expired password',
  reset_factors: 'left without factors',
  suspend: 'suspended',
  unsuspend: 'no longer suspended',
  deactivate: 'deactivated',
  delete: 'deleted',
  add_to_group: 'added',
  remove_from_group: 'removed',
}

/** A number of people. */
export const peopleText = (number: number) => counted(number, 'person', 'people')

/** What is done, to how many: "Suspend: 1,204 people". */
export const titleOf = ({ act, counts }: PeopleChange) =>
  counts.found ? `${PEOPLE_ACTS[act].label}: ${peopleText(counts.found)}` : PEOPLE_ACTS[act].label

/** What was done to how many: "1,204 people suspended". */
export const doneText = ({ act, counts }: PeopleChange) => `${peopleText(counts.changed)} ${DONE[act]}`

/** What became of everybody, in parts; what is zero is left out. */
export function outcomeText(change: PeopleChange): string {
  const { counts, state } = change
  const parts: [number, string][] = [
    [counts.unchanged, 'already so'],
    [counts.refused, 'could not be'],
    [state === 'ENDED' ? counts.pending : 0, 'not reached'],
    [counts.reverted, 'taken back'],
    [counts.kept, 'changed since, left as they are'],
  ]
  const rest = parts.filter(([number]) => number > 0).map(([number, words]) => `${count(number)} ${words}`)
  const isBack = counts.changed === 0 && counts.reverted + counts.kept > 0
  return [...(isBack ? [] : [doneText(change)]), ...rest].join(' · ')
}

/** How far the job is. */
export function progressText(job: Job | null): string {
  if (!job || job.state === 'QUEUED') return 'Waiting to begin'
  if (job.cancelRequested) return 'Ending…'
  const { done, total, facts } = job
  if (total === null) return facts['found'] ? `${peopleText(facts['found'])} found so far` : 'Looking whom it concerns'
  const refused = facts['refused'] ? ` · ${count(facts['refused'])} could not be` : ''
  return `${count(done)} of ${peopleText(total)}${refused}`
}

/** From 0 to 100; null while it is not known whom it concerns. */
export function percentOf(job: Job | null): number | null {
  if (!job || job.total === null) return null
  return job.total === 0 ? 100 : Math.floor((job.done / job.total) * 100)
}
