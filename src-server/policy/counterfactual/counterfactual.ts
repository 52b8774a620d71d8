import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Counterfactual } from '#contract/policy/simulation.ts'
import { applyChanges, type Change, type Fix } from './changes.ts'
import type { CompiledPolicy, CompiledRule, CompiledSet } from '../evaluate/compiled.ts'
import type { CompiledCondition, PathTest } from '../conditions/condition.ts'
import { decide, scanFor } from '../evaluate/evaluate.ts'
import { factsOf } from '../prepared-context.ts'
import type { EvaluationContext, TextParts } from '../types.ts'
import { YES } from '../verdict.ts'
import { capitalize, render, formatList } from '../explain/labels.ts'

type Exists = (id: string) => boolean
type Part = Pick<CompiledCondition, 'test' | 'fixes'> & Partial<Pick<PathTest, 'path'>>

/** The result so far, while conditions are fixed one after another. */
interface Draft {
  context: EvaluationContext
  clauses: TextParts[]
  changes: Change[]
  /** False once a fix needs more than a request can change. */
  complete: boolean
}

const isMet = ({ test }: Part, context: EvaluationContext) => test(factsOf(context)) === YES

/** The fix that meets the whole condition, or at least the part; else the text of the first, without a change. */
function choose(fixes: readonly Fix[], part: Part, whole: Part, context: EvaluationContext): Fix | undefined {
  const able = fixes.filter(({ changes }) => changes.length > 0)
  const meets = (target: Part) => able.find(({ changes }) => isMet(target, applyChanges(context, changes)))
  const [first] = fixes
  return meets(whole) ?? meets(part) ?? (first && { text: first.text, changes: [] })
}

function fixPart(draft: Draft, part: Part, whole: Part, exists: Exists): Draft {
  const { context } = draft
  if (isMet(part, context)) return draft
  const fixes = part.fixes?.(factsOf(context), exists) ?? []
  const chosen = choose(fixes, part, whole, context) ?? {
    text: [`${part.path ?? 'a condition'} would have to be met`],
    changes: [],
  }
  return {
    context: applyChanges(context, chosen.changes),
    clauses: [...draft.clauses, chosen.text],
    changes: [...draft.changes, ...chosen.changes],
    complete: draft.complete && chosen.changes.length > 0,
  }
}

/** One condition after another, because the fix of one changes the context of the next. */
function fixAll(conditions: readonly CompiledCondition[], context: EvaluationContext, exists: Exists): Draft {
  return conditions.reduce<Draft>(
    (draft, condition) =>
      isMet(condition, draft.context)
        ? draft
        : (condition.fixes ? [condition] : condition.paths).reduce<Draft>(
            (made, part) => fixPart(made, part, condition, exists),
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
 * The smallest change of a request that makes a rule match: one fix for each condition of the rule and its policy that
 * fails. The rule is evaluated again with all of them, and so is the type, because a rule above may win.
 * @returns null where no condition fails
 */
export function counterfactualOf(
  compiled: CompiledSet,
  type: PolicyType,
  { policy, rule }: { policy: CompiledPolicy; rule: CompiledRule },
  given: EvaluationContext,
): Counterfactual | null {
  const { nameOf } = compiled
  const { context, clauses, changes, complete } = fixAll(
    [...policy.conditions, ...rule.conditions],
    given,
    (id) => nameOf(id) !== null,
  )
  if (clauses.length === 0) return null
  const facts = factsOf(context)
  const verified = complete && policy.test(facts) === YES && rule.test(facts) === YES
  const expected = formatList([...new Set(clauses.map((text) => render(text, nameOf)))])
  const reservation = verified
    ? otherWinner(compiled, type, rule, context)
    : complete
      ? ', but its conditions do not go together'
      : ''
  return {
    // An expression that comes first keeps its case.
    summary: `${/^\w+[.(]/.test(expected) ? expected : capitalize(expected)}${reservation}.`,
    changes: withoutRepeats(changes).map(({ path, value, text }) => ({
      path,
      value,
      text: capitalize(render(text, nameOf)),
    })),
    verified,
  }
}

/** A clause that names the rule that decides in the changed context; empty where it is the rule itself. */
function otherWinner(compiled: CompiledSet, type: PolicyType, rule: CompiledRule, context: EvaluationContext): string {
  const decision = decide(compiled, type, context)
  if (decision === null || decision.ruleId === rule.record.id) return ''
  const policy = scanFor(compiled.typeOf(type), context)?.policies.find(({ record }) => record.id === decision.policyId)
  const winner = policy?.rules.find(({ record }) => record.id === decision.ruleId)
  return `, but “${winner?.record.name ?? decision.ruleId}” above it would still decide`
}
