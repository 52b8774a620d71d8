import { computed, ref, shallowRef } from 'vue'
import { canonical } from '#contract/interface/canonical.ts'
import { policyWriteSchema, type Policy, type PolicyWriteInput } from '#contract/policy/policy.ts'
import { type LocatedPolicy, savePolicy } from '#ui/api/policy-api.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useFormErrors } from '#ui/composables/useFormErrors.ts'
import { problemsBy } from '#ui/domain/schema-problems.ts'
import { policyBody } from '../write-bodies.ts'
import { RULE_TEXTS, toBody, toForm, type RuleForm, type RuleJson } from '../rule/rule-draft.ts'
import { changesBetween } from '#ui/domain/changes.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'
import { useEditorMode } from '#ui/composables/useEditorMode.ts'
import { fieldError } from '../policy-text.ts'

/** All problems that the schema finds in a policy. */
export const policyProblems = problemsBy(policyWriteSchema)

/** The part that the form edits; status and place are edited elsewhere on the page and may change meanwhile. */
export function formContent(policy: Policy): RuleJson {
  const { status: _status, priority: _priority, ...content } = policyBody(policy)
  return content as RuleJson
}

type Standing = Pick<RuleJson, 'status' | 'priority'>

/**
 * The state of a policy's own editor, form and JSON: name, description, conditions and settings; status and place as
 * JSON only. Rules are not part of it.
 * @param current the policy as last read, for the texts beside the form
 */
export function usePolicyDraft(
  current: () => LocatedPolicy,
  fields: readonly string[],
  changed: () => Promise<unknown>,
) {
  const start = formContent(current())
  // A policy's conditions are told apart as a rule's are, so the same form serves.
  const form = shallowRef<RuleForm>(toForm(start))
  /** Status and place where the JSON changes them; what it leaves alone follows the policy. */
  const moved = shallowRef<Standing>({})
  const standing = computed<Standing>(() => ({ status: current().status, priority: current().priority }))
  const content = computed(() => toBody(form.value))
  const body = computed<RuleJson>(() => ({ ...content.value, ...standing.value, ...moved.value }))

  const editor = useEditorMode(
    () => body.value,
    ({ status, priority, ...rest }) => {
      form.value = toForm(
        rest,
        form.value.cards.map((card) => card.key),
      )
      moved.value = {
        ...(status === undefined || status === standing.value.status ? {} : { status }),
        ...(priority === undefined || priority === standing.value.priority ? {} : { priority }),
      }
    },
    RULE_TEXTS,
  )
  const changes = computed(() => changesBetween({ ...start, ...standing.value }, body.value))
  const dirty = computed(
    () =>
      canonical(content.value) !== canonical(start) ||
      Object.keys(moved.value).length > 0 ||
      editor.textProblem.value !== '',
  )
  const problems = computed(() => policyProblems(body.value))

  /** Why the change is made; empty where nothing is said. */
  const reason = ref('')
  const action = useAction(async () => {
    const saved = await savePolicy(current(), body.value as unknown as PolicyWriteInput, reason.value)
    reason.value = ''
    await changed()
    return saved
  })
  const refused = useFormErrors(action.error, fields, () => body.value)

  const errorOf = (path: string) => fieldError(path, refused.errorOf(path), problems.value)
  const get = (path: string) => getIn(form.value.rest, path)
  const set = (path: string, value: unknown) =>
    (form.value = { ...form.value, rest: setIn(form.value.rest, path, value) })
  const edit = (next: RuleForm) => (form.value = next)
  function reset() {
    form.value = toForm(start)
    moved.value = {}
    if (editor.mode.value === 'json') editor.showJson()
  }

  return { ...editor, form, body, dirty, changes, problems, action, reason, refused, errorOf, get, set, edit, reset }
}
