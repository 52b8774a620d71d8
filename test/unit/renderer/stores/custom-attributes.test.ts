import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findingsOf, PROFILE } from '#ui/components/expression/problems.ts'
import { useCustomAttributesStore } from '#ui/stores/custom-attributes.ts'
import { bePageOf } from '../../../helpers/page-service.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
  bePageOf(() => server)
  setActivePinia(createPinia())
})
afterEach(() => vi.unstubAllGlobals())

it('expressions know the attributes that the organization has, with their types, and a new one after a change', async () => {
  const define = (properties: object) =>
    server.client.fetch('/api/v1/meta/schemas/user/default', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ definitions: { custom: { properties } } }),
    })
  await define({
    hours: { title: 'Hours', type: 'integer' },
    tags: { title: 'T', type: 'array', items: { type: 'string' } },
  })
  const store = useCustomAttributesStore()
  await store.want()
  expect(store.types).toEqual({ hours: 'number', tags: 'list' })
  const told = (text: string) =>
    findingsOf(text, 'condition', undefined, { ...store.types, ...PROFILE }).map(({ severity }) => severity)
  expect(told('user.profile.hours > 7')).toEqual([])
  expect(told('user.profile.seats > 7')).toEqual(['warning'])
  await define({ seats: { title: 'Seats', type: 'number' } })
  await store.refresh()
  expect(told('user.profile.seats > 7')).toEqual([])
})
