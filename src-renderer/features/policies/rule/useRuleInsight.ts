import { refDebounced } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import { isEveryone } from '#contract/directory/built-in-groups.ts'
import { ruleDraftSchema } from '#contract/gatehouse/rule-draft.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { RULE_CONDITIONS, type RuleConditions } from '#contract/policy/conditions.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import { parse } from '#expression/index.ts'
import { findings } from '#policy/index.ts'
import { api } from '#ui/api/client.ts'
import { fromBody, simulationPath } from '#ui/domain/sign-in.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { evaluationOrder, indexOfPriority } from '#contract/policy/list-order.ts'
import { activeBefore } from './active-before.ts'
import type { RuleJson } from './rule-draft.ts'

const DRAFT = 'draft'

/** A condition of a draft that can be asked as it is; null where it is not set, or not finished. */
function finished<Key extends 'elCondition' | 'userIdentifier'>(key: Key, conditions: RuleConditions) {
  const { data } = RULE_CONDITIONS[key].safeParse(conditions[key])
  return (data ?? null) as NonNullable<RuleConditions[Key]> | null
}

/** The group that holds everybody; asked for once a page. */
async function everyoneId(signal: AbortSignal): Promise<string> {
  const groups = await api.call('listGroups', { query: { q: 'Everyone', limit: 50 }, signal })
  return groups.find(({ type, profile }) => isEveryone({ type, name: profile.name }))?.id ?? ''
}

/** Live insight into a draft: the audience it can reach, and its effect on the neighbouring rules. */
export function useRuleInsight(
  policy: Policy,
  rule: Rule | null,
  rules: () => readonly Rule[],
  body: ComputedRef<RuleJson>,
) {
  const names = useNamesStore()
  const conditions = computed(() => (body.value.conditions ?? {}) as RuleConditions)
  const asked = computed(() => {
    const { people, userType, elCondition, userIdentifier } = conditions.value
    return canonical([people, userType, elCondition, userIdentifier])
  })
  const settled = refDebounced(asked, 300)

  const audienceOf = (given: RuleConditions, signal: AbortSignal) => {
    const { people = null, userType } = given
    const types = userType ? { include: userType.include ?? [], exclude: userType.exclude ?? [] } : null
    const attributes = {
      elCondition: finished('elCondition', given),
      userIdentifier: finished('userIdentifier', given),
    }
    return api.call('computeAudience', {
      body: { policyId: policy.id, people, userType: types, ...attributes },
      signal,
    })
  }
  const audience = useResource((signal) => audienceOf(conditions.value, signal), { watch: settled })
  /** Whom the policy admits before any rule is asked. */
  const admitted = useResource((signal) => audienceOf({}, signal))
  const everyone = useResource(everyoneId)

  /** The rules with the draft in its place. */
  const neighbours = computed(() => {
    const id = rule?.id ?? DRAFT
    const { priority } = body.value
    const expected = typeof priority === 'number' ? priority : null
    const draft = {
      id,
      name: String(body.value.name || 'this rule'),
      status: body.value.status === 'INACTIVE' ? ('INACTIVE' as const) : ('ACTIVE' as const),
      priority: 0,
      system: rule?.system ?? false,
      conditions: conditions.value,
      actions: body.value.actions ?? {},
    }
    const others = evaluationOrder(rules().filter((other) => other.id !== id))
    const index = draft.system
      ? others.length
      : indexOfPriority(policyType(policy.type).priorityScheme, rules(), rule?.id ?? null, expected)
    return [...others.slice(0, index), draft, ...others.slice(index)].map((one, at) => ({ ...one, priority: at }))
  })

  const nameOfDraft = computed(() => String(body.value.name || ''))
  const place = computed(() => activeBefore(neighbours.value, rule?.id ?? DRAFT))
  const placed = computed(() => canonical([conditions.value, place.value]))
  const settledPlace = refDebounced(placed, 300)
  /** Proved by the service once the draft is at rest; null for a draft that is not finished. One that is not active makes nothing of others. */
  const proved = useResource(
    async (signal) => {
      const { data } = ruleDraftSchema.shape.conditions.safeParse(conditions.value)
      const of = settledPlace.value
      if (place.value === null) return { of, messages: [], example: null }
      if (data === undefined) return null
      const { others, draft, notDecided, example } = await api.call('checkRuleDraft', {
        body: {
          policyId: policy.id,
          ruleId: rule?.id ?? null,
          name: nameOfDraft.value,
          place: place.value,
          conditions: data,
        },
        signal,
      })
      const told = others.map(
        ({ ruleName, message }) => `“${ruleName}” ${message.replace('Never applies', 'would never apply')}`,
      )
      return { of, messages: [draft, ...told, notDecided].filter((one) => one !== null), example }
    },
    { watch: settledPlace },
  )

  /** The same by a quick look: one rule whose conditions are plainly wider. */
  const likely = computed<string[]>(() => {
    const everyoneGroupId = everyone.data.value
    if (everyoneGroupId === undefined) return []
    const id = rule?.id ?? DRAFT
    const told = (list: readonly (typeof neighbours.value)[number][]) =>
      findings(
        {
          everyoneGroupId,
          policies: [{ ...policy, status: 'ACTIVE', conditions: null, rules: list }],
          zones: [],
          applications: [],
        },
        (gone) => names.entries.get(gone)?.state !== 'deleted',
      ).filter((finding) => finding.kind === 'shadowed-rule')
    try {
      const before = new Set(told(rules().map((one) => ({ ...one }))).map((finding) => finding.ruleId))
      return told(neighbours.value).flatMap((finding) => {
        if (finding.ruleId === id) return [finding.message]
        return before.has(finding.ruleId)
          ? []
          : [`“${finding.ruleName}” would never apply: this rule comes first and matches whatever it matches.`]
      })
    } catch {
      // For a draft that the core cannot evaluate, the schema's problems say why.
      return []
    }
  })

  const warnings = computed(() => (proved.data.value?.of === placed.value ? proved.data.value.messages : likely.value))

  /** A sign-in that the draft decides, in Simulate, and what it needs beside; null while the draft is not at rest. */
  const example = computed(() => {
    const found = proved.data.value?.of === placed.value ? proved.data.value.example : null
    return found && { to: simulationPath(fromBody(found.request), undefined, policy.type), needs: found.needs }
  })

  const readable = computed(() => {
    const text: unknown = conditions.value.elCondition?.condition
    return typeof text !== 'string' || !text.trim() || parse(text).ok
  })
  /** Points at the problems that the expression's field tells; the service takes such a rule nevertheless. */
  const expressionProblems = computed(() => (readable.value ? [] : ['Invalid expression']))

  /** The list says so of a saved rule: the editor must not call the same rule free of problems. */
  const unreached = computed(() => {
    if (audience.data.value?.people !== 0) return []
    if (admitted.data.value?.people) return ['Reaches no one: no person of its policy meets its conditions.']
    return [
      policyType(policy.type).selection === 'app'
        ? 'Reaches no one yet: no person is assigned an application that uses its policy.'
        : 'Reaches no one: no person meets the conditions of its policy.',
    ]
  })

  return {
    audience,
    example,
    /** Whether the expression, if there is one, can be read. */
    readable,
    warnings: computed(() => [...unreached.value, ...expressionProblems.value, ...warnings.value]),
  }
}
