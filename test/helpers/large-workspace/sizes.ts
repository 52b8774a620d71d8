import type { Engine } from '#contract/gatehouse/workspace.ts'
import { countsByType, ruleCapacity } from './policy-mix.ts'

/** How many of each a workspace gets, beside what every new organization has. */
export interface WorkspaceSizes {
  people: number
  groups: number
  /** In all; no one is in a group twice. */
  memberships: number
  apps: number
  zones: number
  policies: number
  /** In all, without the catch-all rules. */
  rules: number
}

/** An organization that a person can still look through. */
export const MODEST: Readonly<WorkspaceSizes> = {
  people: 1_000,
  groups: 50,
  memberships: 5_000,
  apps: 20,
  zones: 20,
  policies: 50,
  rules: 200,
}

/** The largest that the program is measured with. */
export const LARGE: Readonly<WorkspaceSizes> = {
  people: 100_000,
  groups: 2_000,
  memberships: 1_000_000,
  apps: 500,
  zones: 100,
  policies: 5_000,
  rules: 25_000,
}

/** More than this of one kind has never been tried. */
const MOST = 10_000_000

const shown = (count: number) => count.toLocaleString('en')

/** Why a workspace of these sizes cannot be made, in one sentence; null where it can. */
export function sizeProblem(sizes: WorkspaceSizes, engine: Engine): string | null {
  for (const [name, size] of Object.entries(sizes))
    if (!Number.isInteger(size) || size < 0 || size > MOST)
      return `The number of ${name} must be a whole number from 0 to ${shown(MOST)}.`
  const { people, groups, memberships, policies, rules } = sizes
  if (memberships > people * groups)
    return `${shown(people)} people and ${shown(groups)} groups have at most ${shown(people * groups)} memberships, not ${shown(memberships)}.`
  const room = ruleCapacity(countsByType(policies, engine))
  if (rules > room) return `${shown(policies)} policies have at most ${shown(room)} rules, not ${shown(rules)}.`
  return null
}

/** The part of a total that falls to one of so many shares; the shares differ by one at the most and add up. */
export function shareOf(total: number, shares: number, index: number): number {
  return Math.floor(((index + 1) * total) / shares) - Math.floor((index * total) / shares)
}
