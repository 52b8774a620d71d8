import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleListsOf, termEnvironmentOf } from '#analysis/rule-lists.ts'
import { proofFindings } from '#analysis/proof-findings.ts'
import { rememberingProofs } from '#analysis/remembered-proofs.ts'
import { ruleProofs } from '#analysis/rule-proofs.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { compile, type PolicyRecord, type PolicySet, type RuleRecord } from '#policy/index.ts'
import { termsOf } from '#policy/conditions/index.ts'
import { factsOf } from '#policy/prepared-context.ts'
import { runs } from '../../helpers/runs.ts'
import { decidedOutside, everySignIn, smallWorlds } from '../../helpers/small-worlds.ts'

const FACTS = everySignIn.map(factsOf)
const ALL = FACTS.map((_, at) => at)

const atRisk = (level: 'LOW' | 'MEDIUM' | 'HIGH'): RuleRecord['conditions'] => ({ riskScore: { level } })

/** A rule for low and one for high risk before the others; one after them, and the last, ask for what is left. */
function split({ policies: [first, second], ...set }: PolicySet): PolicySet {
  const onManaged = { ...atRisk('MEDIUM'), device: { registered: true, managed: true } }
  const before = [atRisk('LOW'), atRisk('HIGH'), onManaged].map((conditions, at): RuleRecord => ({
    ...{ id: `s${at}`, name: `s${at}`, status: 'ACTIVE', priority: at - 3, system: false, actions: {} },
    conditions,
  }))
  const rules = second!.rules.map((rule, at) =>
    at === second!.rules.length - 1
      ? { ...rule, conditions: { ...rule.conditions, ...atRisk('MEDIUM') } as RuleRecord['conditions'] }
      : rule,
  )
  return {
    ...set,
    policies: [
      { ...first!, conditions: null, rules: [...before, ...first!.rules] },
      { ...second!, rules: rules as RuleRecord[] },
    ],
  }
}

/** Small worlds whose rules do one of two things. */
const worlds: fc.Arbitrary<PolicySet> = fc
  .tuple(smallWorlds, fc.boolean(), fc.array(fc.constantFrom('ALLOW', 'DENY'), { minLength: 10, maxLength: 10 }))
  .map(([set, isSplit, actions]) => {
    let next = 0
    const doing = (rule: RuleRecord) => ({ ...rule, actions: { signon: { access: actions[next++] } } })
    const world = isSplit ? split(set) : set
    return { ...world, policies: world.policies.map((policy) => ({ ...policy, rules: policy.rules.map(doing) })) }
  })

/** A world whose first rule stands once more behind the others of its policy. */
function withCopy({ policies: [first, ...others], ...set }: PolicySet): PolicySet {
  const copy = { ...first!.rules[0]!, id: 'copy', name: 'copy', priority: 99 }
  return { ...set, policies: [{ ...first!, rules: [...first!.rules, copy] }, ...others] }
}

interface Tried {
  policy: PolicyRecord
  rule: RuleRecord
  /** Numbers of the sign-ins that it and its policy match. */
  matches: ReadonlySet<number>
}

/** The sign-ins that a rule with some conditions would match, in its policy. */
function matchesOf(set: PolicySet, policy: PolicyRecord, conditions: RuleRecord['conditions']): Set<number> {
  const rule = { ...policy.rules[0]!, conditions: conditions ?? null }
  const alone = { ...decidedOutside(set), policies: [{ ...policy, rules: [rule] }] }
  const [compiled] = compile(alone).typeOf('SVC_SIGN_ON').rest.policies
  return new Set(ALL.filter((at) => compiled!.test(FACTS[at]!) === 2 && compiled!.rules[0]!.test(FACTS[at]!) === 2))
}

const effect = ({ rule }: Tried) => JSON.stringify(rule.actions)

/** What each sign-in of some comes to by rules in their order; null where none decides. */
const comesTo = (rules: readonly Tried[], signIn: number) => {
  const taker = rules.find(({ matches }) => matches.has(signIn))
  return taker ? effect(taker) : null
}

const without = (conditions: RuleRecord['conditions'], keys: readonly string[]) =>
  Object.fromEntries(Object.entries(conditions ?? {}).filter(([key]) => !keys.includes(key)))

/** What could be left out, by trying every sign-in. */
function needlessByTrying(set: PolicySet): { id: string; kind: string; keys: string[] }[] {
  const all = set.policies.flatMap((policy): Tried[] =>
    policy.rules.map((rule) => ({ policy, rule, matches: matchesOf(set, policy, rule.conditions) })),
  )
  const taken = (rules: readonly Tried[], at: number) => rules.some(({ matches }) => matches.has(at))
  const alive = all.filter(({ matches }, at) => [...matches].some((signIn) => !taken(all.slice(0, at), signIn)))
  return alive.flatMap((own, at) => {
    const same = (other: readonly Tried[]) => ALL.every((signIn) => comesTo(alive, signIn) === comesTo(other, signIn))
    if (same(alive.toSpliced(at, 1))) return [{ id: own.rule.id, kind: 'redundant', keys: [] }]
    const keys = termsOf(own.rule.conditions, termEnvironmentOf(set)).map(({ key }) => key)
    const dropped = keys.reduce<string[]>((some, key) => {
      const rest = keys.filter((each) => each !== key)
      const asks =
        matchesOf(set, { ...own.policy, conditions: null }, without(own.rule.conditions, rest)).size < ALL.length
      const next = [...some, key]
      const matches = matchesOf(set, own.policy, without(own.rule.conditions, next))
      return asks && same(alive.toSpliced(at, 1, { ...own, matches })) ? next : some
    }, [])
    return dropped.length ? [{ id: own.rule.id, kind: 'condition', keys: dropped }] : []
  })
}

describe('a rule that is equal to one before it', () => {
  it('matches the same of all sign-ins and does the same', () => {
    let found = 0
    fc.assert(
      fc.property(worlds.map(withCopy), (set) => {
        const matches = new Map(
          set.policies.flatMap((policy) =>
            policy.rules.map((rule) => [rule.id, [...matchesOf(set, policy, rule.conditions)].join()] as const),
          ),
        )
        for (const { kind, at, before } of ruleProofs(ruleListsOf(set, ['SVC_SIGN_ON']), set)) {
          if (kind !== 'equal' && (kind !== 'shadowed' || before.length > 1)) continue
          const { rule: other } = before[0]!
          const isSame =
            matches.get(at.rule.id) === matches.get(other.id) && canonical(at.rule.actions) === canonical(other.actions)
          expect(kind).toBe(isSame ? 'equal' : 'shadowed')
          if (isSame) found++
        }
      }),
      { numRuns: runs(0.1) },
    )
    expect(found).toBeGreaterThan(0)
  })
})

describe('a condition that the others of its rule imply', () => {
  it('is said to never matter', () => {
    const rule: RuleRecord = {
      ...{ id: 'r', name: 'r', status: 'ACTIVE', priority: 1, system: false, actions: {} },
      conditions: { device: { managed: true }, elCondition: { condition: 'device.profile.managed || false' } },
    }
    const policy: PolicyRecord = {
      ...{ id: 'p', type: 'SVC_SIGN_ON', name: 'p', status: 'ACTIVE', priority: 1, system: false },
      rules: [rule],
    }
    const set = { everyoneGroupId: 'everyone', policies: [policy], zones: [], applications: [] }
    expect(
      proofFindings(set, () => null, rememberingProofs()).map(({ kind, message }) => `${kind}: ${message}`),
    ).toEqual([
      'needless-condition: Its condition “on a managed device” never matters: what meets the others meets it too.',
    ])
  })
})

describe('what can be left out of a list of rules', () => {
  it('is what changes the outcome of none of all sign-ins', () => {
    const found = { redundant: 0, condition: 0 }
    fc.assert(
      fc.property(worlds, (set) => {
        const proofs = ruleProofs(ruleListsOf(set, ['SVC_SIGN_ON']), set).flatMap(({ kind, at, parts }) =>
          kind === 'redundant' || kind === 'condition'
            ? [{ id: at.rule.id, kind, keys: parts.map(({ key }) => key) }]
            : [],
        )
        for (const { kind } of proofs) found[kind]++
        expect(proofs).toEqual(needlessByTrying(set))
      }),
      { numRuns: runs(0.1) },
    )
    expect(Math.min(found.redundant, found.condition)).toBeGreaterThan(0)
  })
})
