import { asksOnlyWho, demandOf, factorsWord, formatList, KEPT_OUT, workspaceFinding } from '#policy/index.ts'
import type { Directory, Reachable } from '../audience-data.ts'
import type { PolicyView, RuleView } from '../../snapshot/read-policies.ts'
import { admitting, rulesOf, type RuleLint, type ScannedRule } from './deciding.ts'

/** An exemption is for a few of those whom the policy is for; more are a rule of their own. */
const FEW = 0.25
const NAMED = 2

/** One way in which a rule exempts people from what the policy asks of others. */
interface Way {
  /** Whether rules like this one may do it. */
  applies: (rule: RuleView, demand: number) => boolean
  /** Whom it concerns, of those who come as far. */
  concerned: (directory: Directory, rule: RuleView, left: readonly Reachable[]) => readonly Reachable[]
  /** Whether it is an exemption when a later rule asks them for so much. */
  exempts: (demand: number, later: number) => boolean
  text: (names: string, later: string, asked: { here: string; later: string }) => string
}

const WAYS: readonly Way[] = [
  {
    applies: ({ conditions }, demand) => demand !== KEPT_OUT && asksOnlyWho(conditions),
    concerned: (directory, { conditions }, left) => left.filter(admitting(directory, conditions)),
    exempts: (demand, later) => later > demand && later !== KEPT_OUT,
    text: (names, later, asked) => `Lets in ${names} with ${asked.here}, where ${later} would ask for ${asked.later}.`,
  },
  {
    applies: ({ conditions }) => excludedBy(conditions).length > 0,
    concerned: leftOut,
    exempts: (demand, later) => later < demand,
    text: (names, later, asked) => `Leaves out ${names}, whom ${later} lets in with ${asked.later}.`,
  },
]

/**
 * Rules that let a few people in with fewer factors than a later rule of the policy would ask of them, and strict rules that
 * leave out a few whom a later one lets in with less.
 */
export const exemptions: readonly RuleLint[] = WAYS.map((way) => ({
  wants: (policy, rule) => {
    const demand = demandOf(policy.type, rule)
    return demand !== null && way.applies(rule, demand)
  },
  findingOf: (directory, scanned) => exemptionBy(directory, way, scanned),
}))

function exemptionBy(directory: Directory, way: Way, { policy, rule, reached, left }: ScannedRule) {
  const concerned = way.concerned(directory, rule, left)
  if (concerned.length === 0 || concerned.length > reached * FEW) return null
  const demand = demandOf(policy.type, rule) ?? 0
  const found = decidedLater(directory, policy, rule, concerned).find(({ later }) =>
    way.exempts(demand, demandOf(policy.type, later) ?? demand),
  )
  if (!found) return null
  const asked = { here: factorsWord(demand), later: factorsWord(demandOf(policy.type, found.later) ?? 0) }
  const message = way.text(namesOf(found.people), `rule “${found.later.name}”`, asked)
  return workspaceFinding('exemption', policy, rule, message)
}

/** The rules after one that surely decide for some of these people, each with those of them whom no earlier one has. */
function decidedLater(directory: Directory, policy: PolicyView, rule: RuleView, people: readonly Reachable[]) {
  const rules = rulesOf(policy)
  let left = people
  return rules
    .slice(rules.indexOf(rule) + 1)
    .filter(({ conditions }) => asksOnlyWho(conditions))
    .map((later) => {
      const admits = admitting(directory, later.conditions)
      const decided = left.filter(admits)
      left = left.filter((person) => !admits(person))
      return { later, people: decided }
    })
    .filter((each) => each.people.length > 0)
}

const excludedBy = (conditions: RuleView['conditions']) => [
  ...(conditions?.people?.groups?.exclude ?? []),
  ...(conditions?.people?.users?.exclude ?? []),
]

/** Those who would meet the conditions on people, were they not excluded. */
function leftOut(directory: Directory, { conditions }: RuleView, left: readonly Reachable[]): readonly Reachable[] {
  const { groups, users } = conditions?.people ?? {}
  const included = { groups: { include: groups?.include ?? [] }, users: { include: users?.include ?? [] } }
  const [admits, would] = [conditions, { ...conditions, people: included }].map((each) => admitting(directory, each))
  return left.filter((person) => !admits?.(person) && would?.(person))
}

function namesOf(people: readonly Reachable[]): string {
  const named = people.slice(0, NAMED).map(({ name }) => name)
  const more = people.length - named.length
  return formatList([...named, ...(more > 0 ? [`${more} more ${more === 1 ? 'person' : 'people'}`] : [])])
}
