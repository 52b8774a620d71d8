import { computed, ref, shallowRef } from 'vue'
import { canonical } from '#contract/interface/canonical.ts'
import type { Rule, RuleWriteInput } from '#contract/policy/policy.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { type LocatedPolicy, policyApi, saveRule } from '#ui/api/policy-api.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useFormErrors } from '#ui/composables/useFormErrors.ts'
import { useShownProblems } from '#ui/composables/useShownProblems.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import { useEditorMode } from '#ui/composables/useEditorMode.ts'
import { fieldError } from '../policy-text.ts'
import { changesBetween } from '#ui/domain/changes.ts'
import {
  RULE_TEXTS,
  blankRule,
  editable,
  problemsOf,
  toBody,
  toForm,
  type RuleForm,
  type RuleJson,
} from './rule-draft.ts'

interface DraftContext {
  policy: LocatedPolicy
  /** Null for a new rule. */
  rule: Rule | null
  engine: Engine
}

/** The state of the rule editor: one draft with two views (form and JSON), its problems, and saving. */
export function useRuleDraft({ policy, rule, engine }: DraftContext) {
  const start: RuleJson = rule ? editable(rule) : blankRule(policy.type, engine, null)
  const form = shallowRef<RuleForm>(toForm(start))
  /** Whether saving was tried: only then what is not filled in yet is called a problem. */
  const tried = ref(false)

  const body = computed(() => toBody(form.value))
  const editor = useEditorMode(
    () => body.value,
    (json) => {
      form.value = toForm(
        json,
        form.value.cards.map((card) => card.key),
      )
    },
    RULE_TEXTS,
  )
  const dirty = computed(() => canonical(body.value) !== canonical(start) || editor.textProblem.value !== '')
  /** A place that the JSON leaves out stays. */
  const changes = computed(() => changesBetween(start, { priority: start.priority, ...body.value }))
  const problems = computed(() => problemsOf(body.value))
  const { shown: shownProblems } = useShownProblems(
    () => problems.value,
    () => body.value,
    () => tried.value,
  )

  /** Why the change is made; empty where nothing is said. */
  const reason = ref('')
  const action = useAction(async () => {
    const sent = body.value as unknown as RuleWriteInput
    return rule
      ? saveRule(policy, rule.id, sent, reason.value)
      : policyApi(policy.serverId)('createRule', {
          params: { policyId: policy.id },
          body: sent,
          reason: reason.value,
        })
  })
  const refused = useFormErrors(action.error, ['name', 'status', 'priority', 'conditions', 'actions'], () => body.value)

  const errorOf = (path: string) => fieldError(path, refused.errorOf(path), shownProblems.value)

  /** The value of any field outside the conditions, by path. */
  const get = (path: string) => getIn(form.value.rest, path)
  function set(path: string, value: unknown) {
    form.value = { ...form.value, rest: setIn(form.value.rest, path, value) }
  }

  /** Takes another state of the form over. */
  function edit(next: RuleForm) {
    form.value = next
  }

  return {
    ...editor,
    ...{ start, form, tried, body, dirty, changes, problems, shownProblems },
    ...{ action, reason, refused, errorOf, get, set, edit },
  }
}

export type RuleDraft = ReturnType<typeof useRuleDraft>
