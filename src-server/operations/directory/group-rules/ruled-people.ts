import { readRuleSet } from './rule-set.ts'
import { findAffected, type Scan } from './scan.ts'

/** Ids of the people whose memberships the rules of a job may change, or for whom rules take each other back. */
export async function findRuledPeople(
  scan: Scan,
  { touched, dropped }: { touched: readonly string[]; dropped: readonly string[] },
): Promise<string[]> {
  const set = await readRuleSet(scan.read)
  return findAffected(scan, { set, touched: new Set(touched), dropped: new Set(dropped) })
}
