import type { PeopleAct, PeopleChange } from '#contract/directory/people-change.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import { count, counted } from '#ui/lib/numbers.ts'

interface ActText {
  /** What is done to "12 people", on a button and as a title. @param group its name; absent where it is not known */
  says: (people: string, group?: string | null) => string
  /** After "12 people": what was done. */
  done: (group?: string | null) => string
}

const plainly = (verb: string, done: string): ActText => ({ says: (people) => `${verb} ${people}`, done: () => done })
const A_GROUP = 'a group'

/** What each act is called. */
export const ACT_TEXT: Readonly<Record<PeopleAct, ActText>> = {
  activate: plainly('Activate', 'activated'),
  unlock: plainly('Unlock', 'unlocked'),
  expire_password: plainly('Expire the password of', 'given an expired password'),
  reset_factors: plainly('Reset the factors of', 'left without factors'),
  suspend: plainly('Suspend', 'suspended'),
  unsuspend: plainly('Unsuspend', 'no longer suspended'),
  deactivate: plainly('Deactivate', 'deactivated'),
  delete: plainly('Delete', 'deleted'),
  add_to_group: {
    says: (people, group) => `Add ${people} to ${group ?? A_GROUP}`,
    done: (group) => `added to ${group ?? A_GROUP}`,
  },
  remove_from_group: {
    says: (people, group) => `Remove ${people} from ${group ?? A_GROUP}`,
    done: (group) => `removed from ${group ?? A_GROUP}`,
  },
}

/** A number of people. */
export const peopleText = (number: number) => counted(number, 'person', 'people')

/** What is done, to how many: "Suspend 1,204 people"; without a number while no one was found. */
export const titleOf = ({ act, counts, groupName }: PeopleChange) =>
  ACT_TEXT[act].says(counts.found ? peopleText(counts.found) : 'people', groupName)

/** What was done to how many: "12 people removed from Engineering". */
export const doneText = ({ act, counts, groupName }: PeopleChange) =>
  `${peopleText(counts.changed)} ${ACT_TEXT[act].done(groupName)}`

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
  if (total === null) return facts['found'] ? `${peopleText(facts['found'])} found so far` : 'Finding the people'
  const refused = facts['refused'] ? ` · ${count(facts['refused'])} could not be` : ''
  return `${count(done)} of ${peopleText(total)}${refused}`
}

/** From 0 to 100; null while it is not known whom it concerns. */
export function percentOf(job: Job | null): number | null {
  if (!job || job.total === null) return null
  return job.total === 0 ? 100 : Math.floor((job.done / job.total) * 100)
}
