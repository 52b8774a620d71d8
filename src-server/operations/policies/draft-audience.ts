import {
  readsOf,
  compileAttributes,
  compileAudience,
  YES,
  type AttributeConditions,
  type AudienceConditions,
} from '#policy/index.ts'
import type { Directory, Reachable } from './audience-data.ts'
import { appsOf, assignedTo, selectsByApp } from './audiences.ts'
import { verdictsOf } from './attribute-verdicts.ts'
import type { Population } from './population.ts'

/** Whom a draft of a rule's conditions can reach. */
export interface DraftAudience {
  people: number
  /** How many of them only in some sign-ins, or perhaps not at all: their attributes alone do not decide. */
  undecided: number
  /** How many people there are. */
  total: number
  /** The first few of them by name. */
  sample: { id: string; name: string }[]
}

/** A draft of a rule, inside a policy. */
export interface RuleDraft extends AudienceConditions, AttributeConditions {
  policyId: string
}

const SAMPLE = 5

/**
 * How many people a draft of a rule's conditions can reach, inside what its policy admits; null without that policy. Whether they can
 * sign in now makes no difference: a suspension ends.
 */
export async function countDraft(population: Population, draft: RuleDraft): Promise<DraftAudience | null> {
  const { directory } = population
  const admitted = admittedByLists(directory, draft)
  if (!admitted) return null
  const { reached, undecided } = await byAttributes(population, draft, admitted)
  const sample = reached.slice(0, SAMPLE).map(({ id, name }) => ({ id, name }))
  return { people: reached.length, undecided, total: directory.people.length, sample }
}

/** The people of a policy whom the lists of a draft admit. */
function admittedByLists(directory: Directory, { policyId, people, userType }: RuleDraft): Reachable[] | null {
  const { snapshot } = directory
  const policy = snapshot.policies.get(policyId)
  if (!policy) return null
  const everyone = snapshot.set.everyoneGroupId
  const admits = [compileAudience(policy.conditions ?? {}, everyone), compileAudience({ people, userType }, everyone)]
  const assigned = selectsByApp(policy) ? assignedTo(directory, appsOf(snapshot, policy)) : null
  return directory.people.filter(
    (person) => (!assigned || assigned.has(person)) && admits.every((admit) => admit(person)),
  )
}

/** Those whose attributes do not keep them out. */
async function byAttributes(population: Population, draft: RuleDraft, people: readonly Reachable[]) {
  const test = compileAttributes(draft, population.directory.snapshot.set.everyoneGroupId)
  if (!test) return { reached: people, undecided: 0 }
  const verdicts = await verdictsOf(population, { test, reads: readsOf(draft) }, people)
  const reached = people.filter(({ id }) => verdicts.has(id))
  return { reached, undecided: reached.filter(({ id }) => verdicts.get(id) !== YES).length }
}
