import type { Reader } from '#db/connection.ts'
import { users } from '#db/tables/users.ts'
import type { Tasks } from '#workers/protocol.ts'
import { askedAgain, judgePlainly, plainRules, type RuledPerson } from './evaluate.ts'
import { isChange, outcomeFor, UNCHANGED, type Outcome } from './outcome.ts'
import { readGroups, readHeld, type KnownGroups } from './read-people.sql.ts'
import type { RuleSet } from './rule-set.ts'
import { membershipsByRule, profileReader, type Profiled } from './scan.sql.ts'

/** How everybody is looked at, as of one moment. */
export interface Scan {
  read: Reader
  /** Milliseconds since the epoch. */
  now: number
  signal: AbortSignal
  /** Told after each chunk how far it is. */
  onProgress?: (progress: Tasks['ruledPeople']['progress']) => void
}

/** What is asked: what changes with these rules. */
interface ScanQuestion {
  /** The rules as they are to be active. */
  set: RuleSet
  /** Rules that are held against everybody again; those that read groups follow. */
  touched: ReadonlySet<string>
  /** Rules that are deleted, and with them what they gave. */
  dropped: ReadonlySet<string>
}

/** A person with what changes for them. */
export interface ScannedPerson {
  person: RuledPerson & { typeId: string }
  outcome: Outcome
}

/** People who are looked at in one step. */
const CHUNK = 1_000

const NOTHING_HELD: RuledPerson['held'] = new Map<string, never>()

/**
 * Looks at everybody by id, a chunk at a time, and says what the rules change for each. Where no rule reads groups, memberships are
 * only read of those for whom something differs; of the others `held` is empty.
 */
export async function* scanPeople(scan: Scan, question: ScanQuestion): AsyncGenerator<readonly ScannedPerson[]> {
  const known = await readGroups(scan.read)
  for await (const people of profilesOf(scan, question)) yield await outcomesOf(scan, question, known, people)
}

/** Ids of the people for whom something may change. Where no rule reads groups, no membership is read for that. */
export async function findAffected(scan: Scan, question: ScanQuestion): Promise<string[]> {
  const known = await readGroups(scan.read)
  const found: string[] = []
  const all = await users.count(scan.read)
  let checked = 0
  for await (const people of profilesOf(scan, question)) {
    if (question.set.groupReaders.length === 0)
      for (const { id } of await thatDiffer(scan.read, question, { people, known, now: scan.now })) found.push(id)
    else
      for (const { person, outcome } of await outcomesOf(scan, question, known, people))
        if (isChange(outcome) || outcome.unsettled.length > 0) found.push(person.id)
    checked += people.length
    scan.onProgress?.({ checked, people: all, found: found.length })
  }
  return found
}

/** Everybody by id, a chunk at a time. */
async function* profilesOf(scan: Scan, question: ScanQuestion): AsyncGenerator<readonly Profiled[]> {
  const readProfiles = profileReader(scan.read, attributesOf(question))
  for (let after = ''; ;) {
    scan.signal.throwIfAborted()
    const people = await readProfiles(after, CHUNK)
    const last = people.at(-1)
    if (!last) return
    yield people
    after = last.id
  }
}

/** The attributes that rules read. */
function attributesOf({ set, touched }: ScanQuestion): string[] {
  const rules = [...set.groupReaders, ...[...touched].flatMap((id) => set.byId.get(id) ?? [])]
  return [...new Set(['locale', ...rules.flatMap(({ attributes }) => [...attributes])])]
}

async function outcomesOf(
  { read, now }: Scan,
  question: ScanQuestion,
  known: KnownGroups,
  people: readonly Profiled[],
): Promise<ScannedPerson[]> {
  const { set, touched, dropped } = question
  const affected = set.groupReaders.length > 0 ? people : await thatDiffer(read, question, { people, known, now })
  const held = await readHeld(read, JSON.stringify(affected.map(({ id }) => id)))
  const ids = new Set(affected)
  const asked = askedAgain(set, { isTouched: ({ id }) => touched.has(id) })
  return people.map((profiled) => {
    const person = { ...profiled, held: held.get(profiled.id) ?? NOTHING_HELD }
    if (!ids.has(profiled)) return { person, outcome: UNCHANGED }
    const own = plainRules(set, person, now, asked)
    return { person, outcome: outcomeFor(set, { ...person, own }, { ...known, now }, { dropped }) }
  })
}

/** Those for whom a rule that reads no groups, or that is deleted, gives something else than they have. */
async function thatDiffer(
  read: Reader,
  { set, touched, dropped }: ScanQuestion,
  { people, known, now }: { people: readonly Profiled[]; known: KnownGroups; now: number },
): Promise<readonly Profiled[]> {
  const { given, leaving } = await readReasons(read, people, { touched, dropped })
  const asked = [...touched].flatMap((id) => {
    const rule = set.byId.get(id)
    if (!rule) return []
    const gives = rule.groupIds.filter((group) => known.groups.get(group)?.type === 'SVC_GROUP').length
    return [{ rule, gives }]
  })
  return people.filter((person) => {
    if (leaving.has(person.id)) return true
    const [judge, has] = [judgePlainly(person, now), given.get(person.id)]
    return asked.some(({ rule, gives }) => (has?.get(rule.id) ?? 0) !== (judge(rule).verdict === 'MATCH' ? gives : 0))
  })
}

/** How many groups each rule has put each person into, by person and rule; and the people of the rules that are deleted. */
async function readReasons(
  read: Reader,
  people: readonly Profiled[],
  { touched, dropped }: Pick<ScanQuestion, 'touched' | 'dropped'>,
) {
  const range = [people[0]?.id ?? '', people.at(-1)?.id ?? ''] as const
  const rows = await membershipsByRule(read, [...touched, ...dropped], range)
  const given = new Map<string, Map<string, number>>()
  for (const { user, rule, count } of rows) {
    const mine = given.get(user) ?? new Map<string, number>()
    given.set(user, mine.set(rule, count))
  }
  return {
    given,
    leaving: new Set(rows.flatMap(({ user, rule }) => (dropped.has(rule) ? [user] : []))),
  }
}
