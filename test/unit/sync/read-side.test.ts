import { expect, it } from 'vitest'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Caller } from '#operations/service/caller.ts'
import { readSide } from '#sync/sides/read-side.ts'

type Pages = readonly (readonly string[])[]

/** A side that has global session policies alone, in pages; each time they are read from the start, they are as the next reading has them. */
function sideWith(readings: readonly Pages[]) {
  const calls = { policies: 0, starts: 0 }
  const caller = {
    call: () => Promise.resolve({ value: [], _links: {} }),
    page: (id: string, { query = {} }: { query?: { type?: string; after?: string } } = {}) => {
      if (id !== 'listPolicies' || query.type !== 'SVC_SIGN_ON') return Promise.resolve({ items: [], next: null })
      calls.policies += 1
      if (query.after === undefined) calls.starts += 1
      const pages = readings[Math.min(calls.starts, readings.length) - 1] ?? []
      const at = Number(query.after ?? 0)
      const items = (pages[at] ?? []).map((name) => ({ id: name, name, type: 'SVC_SIGN_ON' }))
      return Promise.resolve({ items, next: at + 1 < pages.length ? String(at + 1) : null })
    },
  }
  return { calls, caller: caller as unknown as Caller }
}

const policiesOf = async (readings: readonly Pages[]) => {
  const { caller, calls } = sideWith(readings)
  const { objects } = await readSide(caller)
  return { names: [...(objects.get('policy')?.keys() ?? [])], ...calls }
}

it('a list of one page is asked for once', async () => {
  expect(await policiesOf([[['a', 'b']]])).toEqual({ names: ['a', 'b'], policies: 1, starts: 1 })
})

it('a list of several pages with an order is read until two readings agree: while one is moved, others are missing', async () => {
  const shifted = [['a', 'b'], ['d']]
  const whole = [
    ['b', 'a'],
    ['c', 'd'],
  ]
  expect(await policiesOf([shifted, whole])).toMatchObject({ names: ['b', 'a', 'c', 'd'], starts: 3 })
})

it('one that changes faster than it can be read is said so', async () => {
  const readings = Array.from({ length: 9 }, (_, at) => [['a'], [`b${at}`]])
  await expect(policiesOf(readings)).rejects.toThrow(
    'The list of the request “List the policies of a type” changes faster than it can be read.',
  )
})

it('a list whose page leads to itself ends in a sentence', async () => {
  const caller = {
    call: () => Promise.resolve({ value: [], _links: {} }),
    page: () => Promise.resolve({ items: [], next: 'again' }),
  } as unknown as Caller
  await expect(readSide(caller)).rejects.toThrow(
    /^The list of the request “[^”]+” has the same page again and again\.$/,
  )
})

it('a caller that may not ask who has roles reads the rest, and says so', async () => {
  const { caller } = sideWith([[['a']]])
  const refuses = { ...caller, call: () => Promise.reject(new ApiError('E0000006')) } as unknown as Caller
  const { objects, unread } = await readSide(refuses)
  expect([...(objects.get('policy')?.keys() ?? [])]).toEqual(['a'])
  const reason = 'the roles of its caller do not permit it at this workspace'
  expect(unread).toContainEqual({ kind: 'userRole', call: null, reason })
})
