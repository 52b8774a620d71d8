import { OS_TYPES } from '#contract/policy/conditions.ts'
import {
  and,
  CLIENT_ALONE,
  freeFact,
  is,
  not,
  or,
  SUBJECTS,
  textMatches,
  type ApplicationRecord,
  type Fact,
  type FactDetail,
  type Formula,
  type TextPattern,
  type ZoneRecord,
} from '#policy/index.ts'
import { requiring, type Constraint } from './constraint.ts'
import { zoneCombinations } from './zone-combinations.ts'

/** What is known beside the rules. */
interface World {
  zones: readonly ZoneRecord[]
  applications: readonly ApplicationRecord[]
}

type WithSubject = 'is' | 'has' | 'matches'
type About<Kind extends WithSubject> = Extract<FactDetail, { kind: Kind }>

/** The facts of one kind, by their subject. */
function bySubject<Kind extends WithSubject>(facts: Iterable<Fact>, kind: Kind) {
  const ofKind = [...facts].flatMap((fact) =>
    fact.about.kind === kind ? [{ fact, about: fact.about as About<Kind> }] : [],
  )
  return Map.groupBy(ofKind, ({ about }) => (about as { subject: string }).subject)
}

/** Subjects of which a sign-in has one of these, and nothing else. */
export const CLOSED: Readonly<Record<string, readonly unknown[]>> = {
  [SUBJECTS.riskScore]: ['LOW', 'MEDIUM', 'HIGH'],
  [SUBJECTS.entityRisk]: ['LOW', 'MEDIUM', 'HIGH'],
  [SUBJECTS.registered]: [true, false],
  [SUBJECTS.managed]: [true, false],
  [SUBJECTS.platform]: OS_TYPES.filter((name) => name !== 'ANY'),
}

/** What only a person has. */
const OF_PERSON: ReadonlySet<string> = new Set([
  SUBJECTS.person,
  SUBJECTS.groups,
  SUBJECTS.userType,
  SUBJECTS.providerType,
  SUBJECTS.user,
])
/** What a sign-in may be without: one to the service itself is to no application. */
const OPTIONAL: ReadonlySet<string> = new Set([SUBJECTS.app, SUBJECTS.appName])
/** What every sign-in has: a simulation may leave it out, a real one cannot. */
const OF_EVERY_SIGN_IN: ReadonlySet<string> = new Set(
  Object.values(SUBJECTS).filter((name) => !OF_PERSON.has(name) && !OPTIONAL.has(name)),
)

/**
 * What holds of the facts of some formulas in every real sign-in: that a person has one id, that all is known which conditions ask for,
 * that zones hold addresses together or not. Where it says too little proofs are missed; none is wrong for that.
 */
export function constraintsOn(facts: ReadonlyMap<string, Fact>, world: World): Constraint[] {
  const all = [...facts.values()]
  return [
    ...knownOnes(all),
    ...values(all),
    ...closed(all),
    ...texts(all),
    ...applications(all, world),
    ...clientsAlone(facts),
    ...zones(all, world),
  ]
}

function knownOnes(facts: readonly Fact[]): Constraint[] {
  return facts.flatMap((fact) => {
    if (fact.about.kind !== 'known') return []
    if (OF_PERSON.has(fact.about.subject)) return [requiring(same(fact, not(CLIENT_ALONE)))]
    return OF_EVERY_SIGN_IN.has(fact.about.subject) ? [requiring(fact)] : []
  })
}

const implies = (left: Formula, right: Formula) => or(not(left), right)
const same = (left: Formula, right: Formula) => and(implies(left, right), implies(right, left))

/** A subject has one value; one of few has one of these. */
function values(facts: readonly Fact[]): Constraint[] {
  return [...bySubject(facts, 'is')].map(([subject, found]): Constraint => {
    const of = found.map(({ fact }) => fact)
    const allowed = CLOSED[subject]?.map((value) => is(subject, value).key)
    const named = new Set(of.map(({ key }) => key))
    return { op: allowed?.every((key) => named.has(key)) ? 'exactlyOne' : 'atMostOne', of }
  })
}

/** A value that a sign-in never has is not its own. */
function closed(facts: readonly Fact[]): Constraint[] {
  return facts.flatMap((fact) => {
    if (fact.about.kind !== 'is') return []
    const allowed = CLOSED[fact.about.subject]
    return !allowed || allowed.includes(JSON.parse(fact.about.value)) ? [] : [requiring(not(fact))]
  })
}

/** More patterns of one subject are not held against each other. */
const MOST_PATTERNS = 300

/** What patterns of one text say of each other, and a value of the patterns. */
function texts(facts: readonly Fact[]): Constraint[] {
  const valued = bySubject(facts, 'is')
  return [...bySubject(facts, 'matches')].flatMap(([subject, found]) => {
    const patterns = found.slice(0, MOST_PATTERNS)
    const ofValues = (valued.get(subject) ?? []).flatMap(({ fact, about }) =>
      patterns.map((each) =>
        requiring(
          implies(fact, matchesValue(JSON.parse(about.value), each.about.pattern) ? each.fact : not(each.fact)),
        ),
      ),
    )
    const ofPairs = patterns.flatMap((one) =>
      patterns.flatMap((other) => {
        const says = one === other ? null : implied(one.about.pattern, other.about.pattern)
        return says === null ? [] : [requiring(implies(one.fact, says ? other.fact : not(other.fact)))]
      }),
    )
    return [...ofValues, ...ofPairs]
  })
}

const matchesValue = (value: unknown, pattern: TextPattern) =>
  value !== null && textMatches(pattern, String(value)) === true

/** Whether a text that matches one pattern matches another one too, or cannot; null where both may be. */
function implied(one: TextPattern, other: TextPattern): boolean | null {
  const [text, part] = [one.value.toLowerCase(), other.value.toLowerCase()]
  if (one.matchType === 'EXPRESSION' || other.matchType === 'EXPRESSION') return null
  if (one.matchType === 'EQUALS') return textMatches(other, text)
  if (other.matchType === 'CONTAINS') return text.includes(part) || null
  if (one.matchType !== other.matchType) return null
  const fits = (whole: string, end: string) =>
    one.matchType === 'STARTS_WITH' ? whole.startsWith(end) : one.matchType === 'SUFFIX' ? whole.endsWith(end) : null
  if (fits(text, part)) return true
  return fits(part, text) === false ? false : null
}

/** An application is of its kind. */
function applications(facts: readonly Fact[], { applications: all }: World): Constraint[] {
  const [id, kind] = [SUBJECTS.app, SUBJECTS.appName].map((subject) =>
    facts.find(({ about }) => about.kind === 'known' && about.subject === subject),
  )
  return [...(id && kind ? [requiring(same(id, kind))] : []), ...kindsOfApplications(facts, all)]
}

function kindsOfApplications(facts: readonly Fact[], all: World['applications']): Constraint[] {
  const kinds = bySubject(facts, 'is').get(SUBJECTS.appName) ?? []
  if (kinds.length === 0) return []
  const nameOf = new Map(all.map(({ id, name }) => [JSON.stringify(id), JSON.stringify(name)]))
  return (bySubject(facts, 'is').get(SUBJECTS.app) ?? []).flatMap(({ fact, about }) => {
    const name = nameOf.get(about.value)
    if (name === undefined) return []
    return kinds.map((kind) => requiring(implies(fact, kind.about.value === name ? kind.fact : not(kind.fact))))
  })
}

/** Only a client that has credentials of its own asks for itself. */
function clientsAlone(facts: ReadonlyMap<string, Fact>): Constraint[] {
  const granted = is(SUBJECTS.grantType, 'client_credentials')
  const others = bySubject(facts.values(), 'is').get(SUBJECTS.grantType) ?? []
  return others.map(({ fact }) => requiring(implies(CLIENT_ALONE, fact.key === granted.key ? fact : not(fact))))
}

/** An address is in one combination of zones that hold some address together. */
function zones(facts: readonly Fact[], { zones: all }: World): Constraint[] {
  const named = bySubject(facts, 'has').get(SUBJECTS.zones) ?? []
  const ids = new Set(named.map(({ about }) => about.item))
  const combinations = zoneCombinations(all.filter(({ id, status }) => ids.has(id) && status === 'ACTIVE'))
  if (named.length === 0 || !combinations) return []
  const places = combinations.map(({ zones: zonesOf }) => ({
    zonesOf,
    place: freeFact(`address in ${JSON.stringify([...zonesOf])}`),
  }))
  return [
    { op: 'exactlyOne', of: places.map(({ place }) => place) },
    ...named.map(({ fact, about }) =>
      requiring(same(fact, or(...places.flatMap(({ zonesOf, place }) => (zonesOf.has(about.item) ? [place] : []))))),
    ),
  ]
}
