import { computed, getCurrentScope, onScopeDispose, ref, shallowRef } from 'vue'
import type { App } from '#contract/apps/app.ts'
import { asApiError, type ApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'

/** What creating an application comes to, beside making it. */
interface CreationPlan {
  body: object
  active: boolean
  /** Another authentication policy than the one that a new application has; null: that one. */
  policyId: string | null
  groups: readonly string[]
  people: readonly string[]
}

/** One request of it: what for, and what became of it. */
export interface CreationStep {
  key: string
  act: 'create' | 'policy' | 'group' | 'person'
  /** The object that is given, or that it is given to. */
  targetId: string | null
  kind: EntityKind | null
  state: 'waiting' | 'running' | 'done' | 'failed'
  error: ApiError | null
}

type Act = CreationStep['act']
const KINDS: Readonly<Record<Act, EntityKind | null>> = {
  create: null,
  policy: 'policy',
  group: 'group',
  person: 'user',
}
const step = (act: Act, targetId: string | null = null): CreationStep => ({
  ...{ key: `${act} ${targetId ?? ''}`, act, targetId, kind: KINDS[act] },
  ...{ state: 'waiting' as const, error: null },
})

/** The requests in order: the policy before any assignment, so that there is no moment under another one. */
export function stepsOf({ policyId, groups, people }: CreationPlan): CreationStep[] {
  return [
    step('create'),
    ...(policyId ? [step('policy', policyId)] : []),
    ...groups.map((id) => step('group', id)),
    ...people.map((id) => step('person', id)),
  ]
}

const GIVES: Readonly<Record<Exclude<Act, 'create'>, (appId: string, id: string) => Promise<unknown>>> = {
  policy: (appId, policyId) => api.call('assignAppPolicy', { params: { appId, policyId } }),
  group: (appId, groupId) => api.call('assignAppGroup', { params: { appId, groupId }, body: {} }),
  person: (appId, id) => api.call('assignAppUser', { params: { appId }, body: { id } }),
}

/**
 * Makes an application and all that belongs to it, request by request. What failed can be tried again; what was done is
 * not done twice. No one is assigned as long as the chosen policy is not.
 */
export function useCreation() {
  const steps = shallowRef<readonly CreationStep[]>([])
  /** As it was answered when it was made: only then it shows the secret of a client. */
  const app = shallowRef<App | null>(null)
  const busy = ref(false)
  let plan: CreationPlan | null = null
  let current = Promise.resolve()
  let isLeft = false
  if (getCurrentScope()) onScopeDispose(() => (isLeft = true))

  const set = (key: string, change: Partial<CreationStep>) =>
    (steps.value = steps.value.map((one) => (one.key === key ? { ...one, ...change } : one)))

  async function take({ act, targetId }: CreationStep, { body, active }: CreationPlan) {
    if (act === 'create')
      app.value = await api.call('createApp', { body: body as never, query: { activate: active ? 'true' : 'false' } })
    else await GIVES[act](app.value?.id ?? '', targetId ?? '')
  }

  async function attempt(one: CreationStep, of: CreationPlan): Promise<boolean> {
    set(one.key, { state: 'running', error: null })
    try {
      await take(one, of)
      set(one.key, { state: 'done' })
      return true
    } catch (thrown) {
      set(one.key, { state: 'failed', error: asApiError(thrown) })
      return false
    }
  }

  async function run(of: CreationPlan) {
    busy.value = true
    for (const one of steps.value.filter(({ state }) => state !== 'done')) {
      // Where the page was left, as was agreed to, no one is assigned unseen.
      if (isLeft) break
      const isDone = await attempt(one, of)
      if (!isDone && (one.act === 'create' || one.act === 'policy')) break
    }
    busy.value = false
  }

  return {
    steps,
    app,
    busy,
    /** Whether all of it is done. */
    finished: computed(() => steps.value.length > 0 && steps.value.every(({ state }) => state === 'done')),
    /** Begins, and goes on to the end or to what cannot be gone past; what is under way is waited for, and not begun again. */
    start(of: CreationPlan): Promise<void> {
      if (busy.value) return current
      plan = of
      steps.value = stepsOf(of)
      return (current = run(of))
    },
    /** Takes up what an earlier run of the page had begun; the rest is done by `retry`. @param done keys of the steps that were done */
    resume(of: CreationPlan, made: App, done: readonly string[]): void {
      plan = of
      app.value = made
      steps.value = stepsOf(of).map((one) =>
        one.act === 'create' || done.includes(one.key) ? { ...one, state: 'done' } : one,
      )
    },
    /** What failed, and what was not reached. */
    retry: (): Promise<void> => (plan && !busy.value ? (current = run(plan)) : current),
    /** Why the application itself could not be made. */
    refusal: computed(() => steps.value.find(({ act }) => act === 'create')?.error ?? null),
  }
}

export type Creation = ReturnType<typeof useCreation>
