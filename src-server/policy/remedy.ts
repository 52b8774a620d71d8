import type { PolicyType } from '../contract/policy-types.ts'
import type { Remedy } from '../contract/simulation.ts'
import { applyChanges, type Change, type Way } from './changes.ts'
import type { CompiledPolicy, CompiledRule, CompiledSet } from './compile.ts'
import type { CompiledCondition, PathTest } from './conditions/condition.ts'
import { decide, scanFor } from './evaluate.ts'
import { factsOf } from './facts.ts'
import type { EvaluationContext, Words } from './types.ts'
import { YES } from './verdict.ts'
import { capitalize, render, series } from './words.ts'

type Exists = (id: string) => boolean
type Part = Pick<CompiledCondition, 'test' | 'remedy'> & Partial<Pick<PathTest, 'path'>>

/** What has been found on the way through the conditions. */
interface Draft {
  context: EvaluationContext
  clauses: Words[]
  changes: Change[]
  /** False once something would have to be different that no request can say. */
  complete: boolean
}

const isMet = ({ test }: Part, context: EvaluationContext) => test(factsOf(context)) === YES

/** The way that meets the whole condition, or at least the part; else what to say without a change. */
function choose(ways: readonly Way[], part: Part, whole: Part, context: EvaluationContext): Way | undefined {
  const able = ways.filter((way) => way.changes.length > 0)
  const meets = (target: Part) => able.find(({ changes }) => isMet(target, applyChanges(context, changes)))
  const [first] = ways
  return meets(whole) ?? meets(part) ?? (first && { words: first.words, changes: [] })
}

function mend(draft: Draft, part: Part, whole: Part, exists: Exists): Draft {
  const { context } = draft
  if (isMet(part, context)) return draft
  const ways = part.remedy?.(factsOf(context), exists) ?? []
  const chosen = choose(ways, part, whole, context) ?? {
    words: [`${part.path ?? 'a condition'} would have to be met`],
    changes: [],
  }
  return {
    context: applyChanges(context, chosen.changes),
    clauses: [...draft.clauses, chosen.words],
    changes: [...draft.changes, ...chosen.changes],
    complete: draft.complete && chosen.changes.length > 0,
  }
}

/** One condition after another, so that each is looked at in the context that those before it have made. */
function mendAll(conditions: readonly CompiledCondition[], context: EvaluationContext, exists: Exists): Draft {
  return conditions.reduce<Draft>(
    (draft, condition) =>
      isMet(condition, draft.context)
        ? draft
        : (condition.remedy ? [condition] : condition.paths).reduce<Draft>(
            (made, part) => mend(made, part, condition, exists),
            draft,
          ),
    { context, clauses: [], changes: [], complete: true },
  )
}

/** Of two changes at one path the later, in the place of the earlier. */
function withoutRepeats(changes: readonly Change[]): Change[] {
  return [...new Map(changes.map((each) => [each.path, each])).values()]
}

/**
 * What would make a rule match that does not: the smallest change that was found for each condition that fails, of its
 * policy and of its own. The rule is asked again with all of them, and so is the type, because a rule above may win.
 */
export function remedyOf(
  compiled: CompiledSet,
  type: PolicyType,
  { policy, rule }: { policy: CompiledPolicy; rule: CompiledRule },
  given: EvaluationContext,
): Remedy | null {
  const { nameOf } = compiled
  const { context, clauses, changes, complete } = mendAll(
    [...policy.conditions, ...rule.conditions],
    given,
    (id) => nameOf(id) !== null,
  )
  if (clauses.length === 0) return null
  const facts = factsOf(context)
  const verified = complete && policy.test(facts) === YES && rule.test(facts) === YES
  const wanted = series([...new Set(clauses.map((words) => render(words, nameOf)))])
  const reservation = verified
    ? otherWinner(compiled, type, rule, context)
    : complete
      ? ', but its conditions do not go together'
      : ''
  return {
    // An expression that comes first keeps its case.
    summary: `${/^\w+[.(]/.test(wanted) ? wanted : capitalize(wanted)}${reservation}.`,
    changes: withoutRepeats(changes).map(({ path, value, words }) => ({
      path,
      value,
      words: capitalize(render(words, nameOf)),
    })),
    verified,
  }
}

/** Who decides in the changed context, where it is not the rule itself. */
function otherWinner(compiled: CompiledSet, type: PolicyType, rule: CompiledRule, context: EvaluationContext): string {
  const decision = decide(compiled, type, context)
  if (decision === null || decision.ruleId === rule.record.id) return ''
  const policy = scanFor(compiled.types[type], context)?.policies.find(({ record }) => record.id === decision.policyId)
  const winner = policy?.rules.find(({ record }) => record.id === decision.ruleId)
  return `, but “${winner?.record.name ?? decision.ruleId}” above it would still decide`
}
