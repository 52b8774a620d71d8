import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { ApiError, networkError } from '#ui/api/api-error.ts'
import { undone } from '#ui/lib/undo-signal.ts'
import { useUndoStore } from '#ui/stores/undo.ts'

let stack: ReturnType<typeof useUndoStore>
let taken: string[]
beforeEach(() => {
  setActivePinia(createPinia())
  stack = useUndoStore()
  taken = []
})

function push(label: string, failure?: Error) {
  const entry = {
    label,
    undo: () => (failure ? Promise.reject(failure) : Promise.resolve(void taken.push(label))),
  }
  stack.push(entry)
  return entry
}

it('takes back the newest change, then the one before it', async () => {
  push('first')
  push('second')
  const before = undone.value
  while (stack.last) await stack.undo(stack.last)
  expect(taken).toEqual(['second', 'first'])
  expect(undone.value).toBe(before + 2)
})

it('takes each back once, whoever asks first: the key or the toast', async () => {
  const entry = push('only')
  expect(await Promise.all([stack.undo(entry), stack.undo(entry)])).toEqual([true, false])
  expect(taken).toEqual(['only'])
})

it('drops what others have changed since, and goes on with the one before', async () => {
  push('first')
  const conflict = new ApiError({ status: 409, code: 'E0000113', summary: 'Changed since' })
  await expect(stack.undo(push('second', conflict))).rejects.toBe(conflict)
  expect(stack.last?.label).toBe('first')
})

it('keeps what never reached the service', async () => {
  const entry = push('first', networkError())
  push('second')
  await expect(stack.undo(entry)).rejects.toMatchObject({ status: 0 })
  expect(stack.entries.map(({ label }) => label)).toEqual(['first', 'second'])
})

it('waits for the way back of a change that was just made, and does not take the one before in its place', async () => {
  push('first')
  const { promise, resolve } = Promise.withResolvers<() => Promise<unknown>>()
  const made = stack.pushWhenRead('second', promise)
  const newest = stack.newest()
  expect(stack.last?.label).toBe('first')
  resolve(() => Promise.resolve())
  expect([(await newest)?.label, (await made)?.label]).toEqual(['second', 'second'])
})

it('goes on with the change before where the newest has no way back, or it could not be read', async () => {
  push('first')
  expect(await stack.pushWhenRead('without', Promise.resolve(null))).toBeNull()
  await expect(stack.pushWhenRead('unread', Promise.reject(networkError()))).rejects.toMatchObject({ status: 0 })
  expect((await stack.newest())?.label).toBe('first')
})

it('remembers fifty changes', () => {
  for (let index = 0; index < 60; index++) push(`change ${index}`)
  expect([stack.entries.length, stack.entries[0]?.label]).toEqual([50, 'change 10'])
})
