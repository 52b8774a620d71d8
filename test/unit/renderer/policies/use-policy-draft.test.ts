import { describe, expect, it } from 'vitest'
import { shallowRef } from 'vue'
import type { LocatedPolicy } from '#ui/api/policy-api.ts'
import { usePolicyDraft } from '#ui/features/policies/policy/usePolicyDraft.ts'

const POLICY = {
  id: '00pPOLICY',
  type: 'PASSWORD',
  name: 'Staff',
  description: null,
  status: 'ACTIVE',
  priority: 2,
  system: false,
  conditions: null,
  settings: { password: { complexity: { minLength: 8 } } },
  serverId: null,
} as unknown as LocatedPolicy

function open() {
  const policy = shallowRef(POLICY)
  const draft = usePolicyDraft(
    () => policy.value,
    [],
    () => Promise.resolve(),
  )
  const read = () => JSON.parse(draft.text.value) as Record<string, unknown>
  const write = (change: object) => draft.setText(JSON.stringify({ ...read(), ...change }))
  return { policy, draft, read, write }
}

describe('the draft of a policy', () => {
  it('what the form does shows as JSON, and what is typed as JSON shows in the form', () => {
    const { draft, read, write } = open()
    draft.set('settings.password.complexity.minLength', 12)
    draft.showJson()
    expect(read()).toMatchObject({ settings: { password: { complexity: { minLength: 12 } } } })
    write({ name: 'Everybody' })
    expect(draft.showForm()).toBe(true)
    expect(draft.get('name')).toBe('Everybody')
    expect(draft.changes.value).toEqual([
      { path: 'name', before: 'Staff', after: 'Everybody' },
      { path: 'settings.password.complexity.minLength', before: 8, after: 12 },
    ])
  })

  it('status and place are changed as JSON, and show in the diff', () => {
    const { draft, write } = open()
    draft.showJson()
    write({ status: 'INACTIVE', priority: 1 })
    expect(draft.dirty.value).toBe(true)
    expect(draft.changes.value.map((change) => change.path).sort()).toEqual(['priority', 'status'])
    draft.reset()
    expect(draft.dirty.value).toBe(false)
  })

  it('status and place that changed elsewhere meanwhile are not taken back', () => {
    const { policy, draft } = open()
    draft.set('name', 'Everybody')
    policy.value = { ...POLICY, status: 'INACTIVE', priority: 5 }
    expect(draft.body.value).toMatchObject({ name: 'Everybody', status: 'INACTIVE', priority: 5 })
  })

  it('a problem of the schema carries its path, and stands beside its field as a sentence', () => {
    const { draft } = open()
    draft.set('settings.password.complexity.minLength', 1)
    expect(draft.problems.value).toMatchObject([
      { path: 'settings.password.complexity.minLength', message: 'must be at least 4' },
    ])
    expect(draft.errorOf('settings.password.complexity.minLength')).toBe('Must be at least 4.')
  })
})
