import type { AccessLoss } from '#contract/gatehouse/access-loss.ts'
import { counted } from '#ui/lib/numbers.ts'

type Lost = AccessLoss['apps'][number]

const peopleText = (people: number) => counted(people, 'person', 'people')

/** "14 people lose Build server". @param who the one whom it is all about */
export const lostText = ({ name, people }: Lost, who?: string): string =>
  `${who ?? peopleText(people)} ${people === 1 ? 'loses' : 'lose'} ${name}`

/** Of several applications: "14 people lose access to one or more of 3 applications." */
export function lossHead(
  { people, apps, moreApps }: Pick<AccessLoss, 'people' | 'apps' | 'moreApps'>,
  who?: string,
): string {
  if (people === 0) return `${who ?? 'No one'} loses ${who ? 'no' : 'an'} application.`
  const lose = `${who ?? peopleText(people)} ${people === 1 ? 'loses' : 'lose'}`
  if (who) return `${lose} ${counted(apps.length + moreApps, 'application')}.`
  return `${lose} access to one or more of ${counted(apps.length + moreApps, 'application')}.`
}

/** What a group rule does with those whom it had put there, and who leave. */
export const exceptionText = ({ people }: { people: number }, who?: string): string =>
  `${who ?? peopleText(people)} will be ${people === 1 ? 'an exception' : 'exceptions'} of the rule`

/** "Access reviewers, Night shift and 3 more". */
export function listText(names: readonly string[], more: number): string {
  const parts = more > 0 ? [...names, `${more} more`] : names
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${last}` : last
}
