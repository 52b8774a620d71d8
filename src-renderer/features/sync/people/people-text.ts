import type { Connection, ConnectionPeople } from '#contract/gatehouse/connection.ts'
import type { PeopleRead } from '#contract/gatehouse/people-read.ts'
import { parseFilter, userSearch } from '#filter/index.ts'

/** Which people of a remote can count. */
export const PEOPLE_CHOICES: Readonly<Record<ConnectionPeople['mode'], { label: string; help: string }>> = {
  ALL: { label: 'All', help: 'Everybody is compared and pulled, with their whole profile.' },
  SEARCH: {
    label: 'Those of a search',
    help: 'Others, and what belongs to them, are left out. Who no longer matches stays here.',
  },
  PSEUDONYMS: {
    label: 'Pseudonyms',
    help: 'Names, logins, addresses and all else that no rule reads is replaced or left out before anything is stored.',
  },
}

/** Which people of its remote a connection takes into account, in short. */
export const peopleText = ({ people }: Pick<Connection, 'people'>): string => PEOPLE_CHOICES[people.mode].label

/** What attributes a remote has is not known here. */
const SEARCHED = userSearch(null)

/** Why a text is no search of people; undefined where it is one. */
export function searchProblem(text: string): string | undefined {
  const parsed = parseFilter(text, SEARCHED)
  return parsed.ok ? undefined : parsed.problems[0]?.message
}

/** What stays of people whom pseudonyms stand for. @param people undefined: not known yet */
export function keptText(people: PeopleRead | undefined): string {
  if (people?.mode !== 'PSEUDONYMS')
    return 'Attributes that rules read stay as they are. Compare first to see which: nothing is stored by that.'
  const { kept } = people
  return kept.length === 0
    ? 'No rule reads an attribute of people, so none stays.'
    : `These attributes are read by rules and stay: ${kept.join(', ')}.`
}
