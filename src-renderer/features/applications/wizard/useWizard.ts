import { computed, ref } from 'vue'
import { z } from 'zod'
import { api } from '#ui/api/client.ts'
import { useFormErrors } from '#ui/composables/useFormErrors.ts'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import { isWithin } from '#ui/lib/tree.ts'
import type { Draft } from '#ui/resource/form/field-specs.ts'
import { visibleFields } from '#ui/resource/form/form-body.ts'
import { useFieldProblems } from '#ui/resource/form/useFieldProblems.ts'
import { DEFAULT_FIELDS } from '../forms/default-fields.ts'
import { appProblems } from '../forms/schema-problems.ts'
import { kindByKey } from './app-kinds.ts'
import { useCreation } from './creation.ts'
import { completed, recompleted, FIRST_FIELDS, requestOf } from './wizard-form.ts'

/** The steps in order, with their names in the address. */
export const STEPS = [
  { key: 'kind', title: 'Kind' },
  { key: 'settings', title: 'Settings' },
  { key: 'access', title: 'Access' },
  { key: 'summary', title: 'Summary' },
] as const
type StepKey = (typeof STEPS)[number]['key']

const savedSchema = z.object({
  kind: z.string(),
  body: z.record(z.string(), z.unknown()),
  groups: z.array(z.string()),
  people: z.array(z.string()),
  policyId: z.string().nullable(),
  active: z.boolean(),
  /** The application once it exists, and the steps after it that were done. */
  made: z
    .object({ id: z.string(), done: z.array(z.string()) })
    .nullable()
    .default(null),
})
type SavedDraft = z.output<typeof savedSchema>

const nothing = (): SavedDraft => ({
  kind: '',
  body: { label: '' },
  groups: [],
  people: [],
  policyId: null,
  active: true,
  made: null,
})

/** The state of the wizard that makes an application: one draft, the step that is shown, its problems, and the making. */
export function useWizard() {
  const draft = ref<SavedDraft>(nothing())
  const tried = ref(false)
  const creation = useCreation()
  /** In the address, so that Back goes to the step before. */
  const asked = useQueryState<StepKey>('step', 'kind', { history: true })
  const kind = computed(() => kindByKey(draft.value.kind))
  const form = { fields: FIRST_FIELDS, check: appProblems, bodyOf: requestOf }
  const { problems, problemOf } = useFieldProblems(
    form,
    () => draft.value.body,
    () => tried.value,
  )
  const shown = computed(() => visibleFields([...FIRST_FIELDS, ...DEFAULT_FIELDS], draft.value.body))
  /** What the service refused. WHY here: a step that is come back to would take what was mended for what was refused. */
  const refused = useFormErrors(
    creation.refusal,
    () => shown.value.map(({ path }) => path),
    () => draft.value.body,
  )
  /** Whether something of it is left to mend. */
  const isRefused = computed(() => refused.summary.value !== undefined || refused.causes.value.length > 0)
  /** What is wrong with what no field shows, once going on was tried. */
  const unplaced = computed(() => {
    const isShown = (path: string) => shown.value.some((field) => isWithin(path, field.path))
    return tried.value ? problems.value.filter(({ path }) => !isShown(path)) : []
  })
  const isReady = (key: StepKey) =>
    ({ kind: true, settings: kind.value !== undefined, access: isSound(), summary: isSound() })[key]
  const isSound = () => kind.value !== undefined && problems.value.length === 0
  /** The step of the address, or the last one before it that can be shown. */
  const step = computed<StepKey>(() => {
    const wanted = STEPS.findIndex(({ key }) => key === asked.value)
    return STEPS.slice(0, wanted + 1).findLast(({ key }) => isReady(key))?.key ?? 'kind'
  })
  const index = computed(() => STEPS.findIndex(({ key }) => key === step.value))

  /** What was entered for kinds that were chosen before: looking at another one loses none of it. */
  const bodies = new Map<string, Draft>()

  function choose(key: string) {
    const chosen = kindByKey(key)
    if (!chosen || key === draft.value.kind) return
    bodies.set(draft.value.kind, draft.value.body)
    const former = kind.value?.start['label'] ?? ''
    // A name of one's own stays; that of the catalogue gives way.
    const label = draft.value.body['label'] === former ? chosen.start['label'] : draft.value.body['label']
    tried.value = false
    const known = bodies.get(key)
    draft.value = {
      ...draft.value,
      kind: key,
      body: known ? { ...known, label } : completed({ ...chosen.start, label }),
    }
  }

  /** @returns whether there is nothing left to correct on the step that is shown */
  function next(): boolean {
    tried.value = step.value === 'settings' && !isSound()
    const following = STEPS[index.value + 1]
    if (tried.value || !following || !isReady(following.key)) return false
    asked.value = following.key
    return true
  }
  const planOf = (of: SavedDraft) => ({ ...of, body: requestOf(of.body) })
  function content(): SavedDraft {
    const { app, steps } = creation
    const done = steps.value.filter(({ state }) => state === 'done').map(({ key }) => key)
    return { ...draft.value, made: app.value && { id: app.value.id, done } }
  }
  /** Where it exists by then, what was left of it can be done; a second one is not made. */
  async function restore(saved: unknown) {
    const { made, ...rest } = savedSchema.parse(saved)
    const app = made && (await api.call('getApp', { params: { appId: made.id } }).catch(() => null))
    draft.value = { ...rest, made: null }
    if (app) creation.resume(planOf(draft.value), app, made.done)
  }
  return {
    draft,
    kind,
    step,
    index,
    problemOf,
    unplaced,
    refused,
    isRefused,
    creation,
    choose,
    next,
    go: (key: StepKey) => (asked.value = key),
    isReady,
    setBody: (body: Draft) => (draft.value = { ...draft.value, body: recompleted(body, draft.value.body) }),
    create: () => creation.start(planOf(draft.value)),
    /** Until all that belongs to it is given: leaving would end that half-way. */
    isTouched: () => draft.value.kind !== '' && !creation.finished.value,
    content,
    restore,
  }
}

export type Wizard = ReturnType<typeof useWizard>
