import type { audienceSchema } from '#contract/gatehouse/workspace.ts'
import type { z } from 'zod'
import { count, counted } from '#ui/lib/numbers.ts'

type Audience = Pick<z.output<typeof audienceSchema>, 'people' | 'undecided' | 'total'>

/** How many people a rule can reach, and what keeps the number from being certain; empty where nothing does. */
interface AudienceText {
  /** "12 to 52"; null where nothing can be counted. */
  amount: string | null
  note: string
}

/** @param readable whether the rule's expression can be read; true where it has none */
export function audienceText({ people, undecided, total }: Audience, readable: boolean): AudienceText {
  if (undecided === 0) return { amount: count(people), note: '' }
  if (!readable) return { amount: null, note: 'The expression cannot be read.' }
  if (undecided === people) {
    const most = `At most ${count(people)} of ${counted(total, 'person', 'people')}.`
    return { amount: null, note: `The expression depends on the sign-in. ${most}` }
  }
  const note = `For ${counted(undecided, 'person', 'people')} the expression depends on the sign-in.`
  return { amount: `${count(people - undecided)} to ${count(people)}`, note }
}
