import { isChange } from './outcome.ts'
import { readRuleSet } from './rule-set.ts'
import { scanPeople, type Scan } from './scan.ts'

/** Ids of the people whose memberships the rules of a job change, or for whom rules take each other back. */
export async function findRuledPeople(
  scan: Scan,
  { touched, dropped }: { touched: readonly string[]; dropped: readonly string[] },
): Promise<string[]> {
  const set = await readRuleSet(scan.read)
  const found: string[] = []
  const question = { set, touched: new Set(touched), dropped: new Set(dropped) }
  for await (const people of scanPeople(scan, question))
    for (const { person, outcome } of people)
      if (isChange(outcome) || outcome.unsettled.length > 0) found.push(person.id)
  return found
}
