import type { AccessLoss } from '#contract/gatehouse/access-loss.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Reader } from '#db/connection.ts'
import { groups } from '#db/tables/groups.ts'
import type { ComputedLoss, LossQuestion } from '#workers/protocol.ts'
import { asksFor, readRuleSet } from '../../directory/group-rules/rule-set.ts'
import {
  countOf,
  firstNamed,
  groupsLeftByRole,
  inhabited,
  losingAnything,
  losingApp,
  lostApps,
  rulesThatGave,
} from './compute-loss.sql.ts'
import { newlyExcepted } from './loss-queries.sql.ts'

type Leaving = Extract<LossQuestion, { change: 'LEAVE_GROUP' }>
type Listed = Pick<AccessLoss, 'exceptions' | 'moreExceptions' | 'asking' | 'moreAsking'>

const NOTHING_LISTED: Listed = { exceptions: [], moreExceptions: 0, asking: [], moreAsking: 0 }

/** Works out who would lose which applications, with the ids of the first of them by name. */
export async function computeLoss(read: Reader, question: LossQuestion): Promise<ComputedLoss> {
  const all = await lostApps(read, question)
  const { shown: apps, more: moreApps } = firstOf(all)
  const people = all.length > 1 ? await countOf(read, losingAnything(question)) : 0
  const named: Record<string, readonly string[]> = {}
  for (const { id } of apps) named[id] = await firstNamed(read, losingApp(question, id), LIMITS.losingPeopleNamed)
  const loss = { people: Math.max(people, apps[0]?.people ?? 0), apps, moreApps }
  return { ...loss, ...NOTHING_LISTED, ...(await rulesOf(read, question, named)), named }
}

function firstOf<T>(all: readonly T[]): { shown: T[]; more: number } {
  const shown = all.slice(0, LIMITS.lossesShown)
  return { shown, more: all.length - shown.length }
}

/** What group rules do about a change. @param named gets the people whom each excepts */
async function rulesOf(
  read: Reader,
  question: LossQuestion,
  named: Record<string, readonly string[]>,
): Promise<Partial<Listed>> {
  if (question.change === 'DELETE_GROUPS') return askingRules(read, await inhabited(read, question.groupIds))
  if (question.change === 'TAKE_ROLE') return askingRules(read, await groupsLeftByRole(read, question))
  if (question.change !== 'LEAVE_GROUP') return {}
  const { groupId, members } = question
  return {
    ...(await exceptingRules(read, question, named)),
    ...(await askingRules(read, members.length ? [groupId] : [])),
  }
}

/** Rules that except those who leave. */
async function exceptingRules(read: Reader, question: Leaving, named: Record<string, readonly string[]>) {
  const counted = []
  for (const { id, name, conditions } of await rulesThatGave(read, question.groupId)) {
    const ids = newlyExcepted(question, { id, excludedUsers: conditions.excludedUsers })
    const people = await countOf(read, ids)
    if (people > 0) counted.push({ id, name, people, ids })
  }
  const exceptions = firstOf(counted)
  for (const { id, ids } of exceptions.shown) named[id] = await firstNamed(read, ids, LIMITS.losingPeopleNamed)
  return {
    exceptions: exceptions.shown.map(({ id, name, people }) => ({ id, name, people })),
    moreExceptions: exceptions.more,
  }
}

/** Rules that ask for one of some groups, each of which loses somebody. */
async function askingRules(read: Reader, groupIds: readonly string[]) {
  const left = [...(await groups.byId(read, groupIds)).values()]
  const asking = (await readRuleSet(read)).groupReaders.filter((rule) => left.some((group) => asksFor(rule, group)))
  const named = asking.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const { shown, more } = firstOf(named)
  return { asking: shown, moreAsking: more }
}
