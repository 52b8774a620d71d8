import { computed, shallowRef } from 'vue'
import { policyWriteSchema, type Policy, type PolicyWriteInput } from '../../../../src-server/contract/policy.ts'
import { api } from '../../../api/client.ts'
import { useAction } from '../../../composables/useAction.ts'
import { useFormErrors } from '../../../composables/useFormErrors.ts'
import { policyBody } from '../bodies.ts'
import { toBody, toForm, type Problem, type RuleForm, type RuleJson } from '../rule/rule-draft.ts'
import { changesBetween } from '../../../components/changes.ts'
import { canonical, getIn, setIn } from '../../../components/tree.ts'
import { withoutPath } from '../words.ts'

/** What the schema has to say against a policy, all at once. */
export function policyProblems(body: unknown): Problem[] {
  const { error } = policyWriteSchema.safeParse(body)
  return (error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
}

/** What the form edits; status and place are changed elsewhere on the page, and may change meanwhile. */
export function formContent(policy: Policy): RuleJson {
  const { status: _status, priority: _priority, ...content } = policyBody(policy)
  return content as RuleJson
}

/**
 * The state of a policy's own form: name, description, conditions and settings. Rules are not part of it.
 * @param current the policy as last read, for what the form does not edit
 */
export function usePolicyDraft(current: () => Policy, fields: readonly string[], changed: () => Promise<unknown>) {
  const start = formContent(current())
  // A policy's conditions are told apart as a rule's are, so the same form serves.
  const form = shallowRef<RuleForm>(toForm(start))
  const body = computed(() => toBody(form.value))
  const dirty = computed(() => canonical(body.value) !== canonical(start))
  const changes = computed(() => changesBetween(start, body.value))
  const problems = computed(() => policyProblems(body.value))

  const action = useAction(async () => {
    const { id: policyId, status, priority } = current()
    const sent = { ...body.value, status, priority } as unknown as PolicyWriteInput
    const saved = await api.call('replacePolicy', { params: { policyId }, body: sent })
    await changed()
    return saved
  })
  const refused = useFormErrors(action.error, fields)

  /** The words beside a field: the service's first, then the schema's. */
  function errorOf(path: string): string | undefined {
    const said = refused.errorOf(path)
    if (said) return withoutPath(said)
    const mine = problems.value.filter((problem) => problem.path === path || problem.path.startsWith(`${path}.`))
    return mine.length ? mine.map((problem) => problem.message).join('; ') : undefined
  }
  const get = (path: string) => getIn(form.value.rest, path)
  const set = (path: string, value: unknown) =>
    (form.value = { ...form.value, rest: setIn(form.value.rest, path, value) })
  const reset = () => (form.value = toForm(start))

  return { form, body, dirty, changes, problems, action, refused, errorOf, get, set, reset }
}
