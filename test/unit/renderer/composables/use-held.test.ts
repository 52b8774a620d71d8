// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { effectScope, ref, shallowRef, type EffectScope } from 'vue'
import { networkError, type ApiError } from '#ui/api/api-error.ts'
import { useHeld } from '#ui/composables/useHeld.ts'

let scope: EffectScope
beforeEach(() => {
  vi.useFakeTimers()
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

function aRequest() {
  const data = shallowRef<string[]>()
  const error = shallowRef<ApiError | null>(null)
  const resource = { data, error, loading: ref(true), reload: async () => undefined }
  const held = scope.run(() => useHeld(resource, 500, ['without']))
  if (!held) throw new Error('the scope has ended')
  return { data, error, held: held.data }
}

it('rows wait for what stands in them, until it comes', () => {
  const { data, held } = aRequest()
  vi.advanceTimersByTime(499)
  expect(held.value).toBeUndefined()
  data.value = ['a warning']
  expect(held.value).toEqual(['a warning'])
})

it('rows do not wait for what failed', () => {
  const { error, held } = aRequest()
  error.value = networkError()
  expect(held.value).toEqual(['without'])
})

it('rows are shown without what takes long, and get it when it comes', () => {
  const { data, held } = aRequest()
  vi.advanceTimersByTime(500)
  expect(held.value).toEqual(['without'])
  data.value = []
  expect(held.value).toEqual([])
})
