import type { Reader } from '#audit-log/transaction.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import { asksMembership, compile, parse, referencedPaths } from '#expression/index.ts'

type Compiled = ReturnType<typeof compile>

/** An active rule, ready to be asked. */
export interface ReadyRule {
  id: string
  name: string
  groupIds: readonly string[]
  excludedUsers: ReadonlySet<string>
  excludedGroups: ReadonlySet<string>
  compiled: Compiled
  /** Names of the attributes of a profile that it reads. */
  attributes: ReadonlySet<string>
  /** Whether it asks for the groups of a person. */
  readsGroups: boolean
}

/** The active rules of a workspace. */
export interface RuleSet {
  byId: ReadonlyMap<string, ReadyRule>
  all: readonly ReadyRule[]
  /** Those that ask for the groups of a person. */
  groupReaders: readonly ReadyRule[]
}

/** Sets that are kept, one for each revision of the rules of any workspace, the oldest first. */
const MAX_CACHED = 8
const sets = new Map<string, RuleSet>()

/** By source: a rule that only gains an exception is not compiled again. */
const MAX_EXPRESSIONS = 4_000
const expressions = new Map<string, Pick<ReadyRule, 'compiled' | 'attributes' | 'readsGroups'> | null>()

/** The active rules as of what the reader sees. */
export async function readRuleSet(reader: Reader): Promise<RuleSet> {
  const row = await reader.first<{ value: string }>('SELECT value FROM group_rules_revision')
  const revision = row?.value ?? ''
  const known = sets.get(revision)
  if (known) return known
  const stored = await groupRules.all(reader, `WHERE status = 'ACTIVE' ORDER BY id`)
  const all = stored.flatMap((rule) => readied(rule) ?? [])
  const set = { all, byId: new Map(all.map((rule) => [rule.id, rule])), groupReaders: all.filter(isGroupReader) }
  const [oldest] = sets.keys()
  if (sets.size >= MAX_CACHED && oldest !== undefined) sets.delete(oldest)
  sets.set(revision, set)
  return set
}

const isGroupReader = ({ readsGroups }: ReadyRule) => readsGroups

/** Undefined for an expression that this version cannot read any more: it holds for no person. */
function readied({ id, name, groupIds, conditions }: GroupRuleRecord): ReadyRule | undefined {
  const found = understood(conditions.expression)
  if (!found) return undefined
  const [excludedUsers, excludedGroups] = [new Set(conditions.excludedUsers), new Set(conditions.excludedGroups)]
  const readsGroups = found.readsGroups || excludedGroups.size > 0
  return { id, name, groupIds, excludedUsers, excludedGroups, ...found, readsGroups }
}

const PROFILE = 'user.profile.'

function understood(source: string) {
  const known = expressions.get(source)
  if (known !== undefined) return known
  if (expressions.size >= MAX_EXPRESSIONS) expressions.clear()
  const parsed = parse(source, 'group-rule')
  const found = parsed.ok
    ? {
        compiled: compile(parsed.expression),
        attributes: new Set(referencedPaths(parsed.expression).map((path) => path.slice(PROFILE.length))),
        readsGroups: asksMembership(parsed.expression),
      }
    : null
  expressions.set(source, found)
  return found
}
