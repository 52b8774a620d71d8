import type { SelectOption } from 'naive-ui'
import { computed, ref } from 'vue'
import { LOG_EVENTS, OPERATOR_WORDS, parseFilter, type Operator } from '#filter/index.ts'
import type { FilterPart } from './filter-text.ts'
import { KNOWN_TO_LOG, valueLabel, valuesInLog, type KnownValue } from './known-values.ts'
import { draftOf, operatorChoices, takesMany, textOf, type PartDraft } from './part-draft.ts'

const attributeOf = (path: string) => LOG_EVENTS.attributes.get(path.toLowerCase())

/** The values that can be chosen for the attribute of a draft: those that are known, then those that the log holds. */
function useKnownValues(draft: () => PartDraft) {
  const found = ref<KnownValue[]>([])

  async function find() {
    const { path } = draft()
    const attribute = attributeOf(path)
    const truths = attribute?.type === 'boolean' ? ['true', 'false'] : []
    const listed = [...truths, ...(attribute?.values ?? [])].map((value) => ({ value, detail: '' }))
    found.value = [...(KNOWN_TO_LOG.values?.(path) ?? listed)]
    const inLog = await valuesInLog(path)
    if (inLog.length && path === draft().path) found.value = inLog
  }

  const optionOf = (each: KnownValue): SelectOption => ({
    value: each.value,
    label: valueLabel(draft().path, each),
  })
  /** What was typed: the value with that name, else the text itself. */
  function named(text: string): SelectOption {
    const expected = text.toLowerCase()
    const known = found.value.find(({ detail }) => detail.toLowerCase().startsWith(expected) && detail !== '')
    return known ? optionOf(known) : { value: text, label: text }
  }
  /** Whether there are no other values than those listed. */
  const isClosed = computed(() => {
    const { path } = draft()
    const attribute = attributeOf(path)
    return path === 'eventType' || attribute?.type === 'boolean' || (attribute?.values.length ?? 0) > 0
  })
  return { find, named, isClosed, values: computed(() => found.value.map(optionOf)) }
}

/**
 * The state of the form of one condition: attribute, operator and values, or a text where the condition says more than that.
 * @param part null: a new condition
 */
export function usePartDraft(part: FilterPart | null) {
  const read = part && draftOf(part.tree)
  const draft = ref<PartDraft>(read ?? { path: '', operator: 'eq', values: [] })
  const isText = part !== null && read === null
  const text = ref(part?.source ?? '')
  const { find, ...known } = useKnownValues(() => draft.value)
  void find()

  const many = computed(() => takesMany(draft.value))
  const written = computed(() => {
    if (!isText) return textOf(draft.value)
    return { source: parseFilter(text.value, LOG_EVENTS).ok ? text.value.trim() : '', problem: '' }
  })
  const operators = computed(() =>
    operatorChoices(draft.value.path).map((value) => ({ value, label: OPERATOR_WORDS[value] })),
  )

  function setPath(path: string | null) {
    const offered = operatorChoices(path ?? '')
    const operator = offered.includes(draft.value.operator) ? draft.value.operator : (offered[0] ?? 'pr')
    draft.value = { path: path ?? '', operator, values: [] }
    void find()
  }
  function setOperator(operator: Operator) {
    const next = { ...draft.value, operator }
    draft.value = { ...next, values: takesMany(next) ? next.values : next.values.slice(0, operator === 'pr' ? 0 : 1) }
  }

  return { draft, isText, text, many, written, operators, ...known, setPath, setOperator }
}
