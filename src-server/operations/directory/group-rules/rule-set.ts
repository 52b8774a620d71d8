import { LRUCache } from 'lru-cache'
import type { Reader } from '#db/connection.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import {
  asksMembership,
  compile,
  compileNamePattern,
  namePatternError,
  parse,
  referencedGroupIds,
  referencedGroupNames,
  referencedPaths,
  type GroupNamesAsked,
} from '#expression/index.ts'
import { rulesRevision } from './group-rules.sql.ts'

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
  /** Groups that its expression names by id, and how it asks for others. */
  asks: { ids: readonly string[]; names: GroupNamesAsked }
}

/** The active rules of a workspace. */
export interface RuleSet {
  byId: ReadonlyMap<string, ReadyRule>
  all: readonly ReadyRule[]
  /** Those that ask for the groups of a person. */
  groupReaders: readonly ReadyRule[]
}

/** One for each revision of the rules of any workspace. */
const sets = new LRUCache<string, RuleSet>({ max: 8 })

type Understood = Pick<ReadyRule, 'compiled' | 'attributes' | 'readsGroups' | 'asks'>
/** By source, null for what cannot be read: a rule that only gains an exception is not compiled again. */
const expressions = new LRUCache<string, { found: Understood | null }>({
  max: 4_000,
  memoMethod: (source) => ({ found: understood(source) }),
})

/** The active rules as of what the reader sees. */
export async function readRuleSet(reader: Reader): Promise<RuleSet> {
  const revision = await rulesRevision(reader)
  const known = sets.get(revision)
  if (known) return known
  const stored = await groupRules.findAll(reader, { where: { status: 'ACTIVE' }, order: ['id'] })
  const set = ruleSetOf(stored.flatMap((rule) => readied(rule) ?? []))
  sets.set(revision, set)
  return set
}

/** A set of rules that are ready. */
export function ruleSetOf(all: readonly ReadyRule[]): RuleSet {
  const groupReaders = all.filter(({ readsGroups }) => readsGroups)
  return { all, byId: new Map(all.map((rule) => [rule.id, rule])), groupReaders }
}

/** Undefined for an expression that this version cannot read any more: it holds for no person. */
export function readied({
  id,
  name,
  groupIds,
  conditions,
}: Pick<GroupRuleRecord, 'id' | 'name' | 'groupIds' | 'conditions'>): ReadyRule | undefined {
  const { found } = expressions.memo(conditions.expression)
  if (!found) return undefined
  const [excludedUsers, excludedGroups] = [new Set(conditions.excludedUsers), new Set(conditions.excludedGroups)]
  const readsGroups = found.readsGroups || excludedGroups.size > 0
  return { id, name, groupIds, excludedUsers, excludedGroups, ...found, readsGroups }
}

/** Whether a rule asks for a group, named by its id, by a text or pattern of its name, or as one whose members it excepts. */
export const asksFor = ({ asks, excludedGroups }: ReadyRule, group: { id: string; name: string }): boolean =>
  asks.ids.includes(group.id) || excludedGroups.has(group.id) || isNamed(asks.names)(group)

/** Whether a group is asked for in another way than by its id; where what is asked for is computed, each is. */
export const isNamed =
  ({ texts, patterns, anything }: GroupNamesAsked) =>
  ({ name }: { name: string }) =>
    anything || texts.some((text) => name.includes(text)) || patterns.some((pattern) => follows(name, pattern))

/** Whether a rule asks for groups in another way than by id. */
export const asksByName = ({ texts, patterns, anything }: GroupNamesAsked): boolean =>
  anything || texts.length + patterns.length > 0

/** What is no pattern, as computed ones may turn out, is followed by no name. */
const follows = (name: string, pattern: string) =>
  namePatternError(pattern) === null && compileNamePattern(pattern)(name)

const PROFILE = 'user.profile.'

function understood(source: string): Understood | null {
  const parsed = parse(source, 'group-rule')
  if (!parsed.ok) return null
  return {
    compiled: compile(parsed.expression),
    attributes: new Set(referencedPaths(parsed.expression).map((path) => path.slice(PROFILE.length))),
    readsGroups: asksMembership(parsed.expression),
    asks: { ids: referencedGroupIds(parsed.expression), names: referencedGroupNames(parsed.expression) },
  }
}
