// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { defineComponent } from 'vue'
import { ApiError } from '#ui/api/api-error.ts'
import { statesOf, useMembership, wholePage } from '#ui/resource/membership/useMembership.ts'
import { useUndoStore } from '#ui/stores/undo.ts'
import { mountPage } from '../../../helpers/mount-page.ts'

/** A card of members over a set, in which `refused` cannot be added, nor `keeps` removed. */
async function open(
  start: readonly string[],
  { refused = '', keeps = '', page }: { refused?: string; keeps?: string; page?: number } = {},
) {
  const held = new Set(start)
  const told: string[][] = []
  let membership!: ReturnType<typeof useMembership<{ id: string }>>
  const Inner = defineComponent(() => {
    membership = useMembership({
      read: async () => {
        const { items } = await wholePage(Promise.resolve([...held].map((id) => ({ id }))))
        return { items: items.slice(0, page), next: page === undefined ? null : 'more' }
      },
      total: () => Promise.resolve(page === undefined ? undefined : held.size),
      statesOf: (ids) =>
        Promise.resolve(
          statesOf(
            'them',
            ids,
            [...held].map((id) => ({ id })),
          ),
        ),
      orderOfAll: (a, b) => a.id.localeCompare(b.id),
      movedText: () => 'They have changed since.',
      textOf: ({ id }) => id,
      add: async (id) => {
        if (id === refused) throw new ApiError({ status: 400, code: 'E0000001', summary: 'No' })
        const isNew = !held.has(id)
        held.add(id)
        return isNew
      },
      remove: async (id) => {
        if (id === keeps) throw new ApiError({ status: 400, code: 'E0000001', summary: 'No' })
        held.delete(id)
      },
      changed: () => told.push([...held].sort()),
      addedText: (amount) => `${amount} added`,
      removedText: ({ id }) => `${id} removed`,
    })
    return () => null
  })
  await mountPage(Inner)
  const stack = useUndoStore()
  const undo = async () => stack.last && stack.undo(stack.last)
  return { membership, told, stack, undo, others: held, held: () => [...held].sort() }
}

it('several that were added at once are taken back at once, but for those that were refused', async () => {
  const { membership, stack, undo, held } = await open(['a'], { refused: 'c' })
  expect(await membership.add(['b', 'c', 'd'])).toEqual(['c'])
  expect([held(), stack.entries.map(({ label }) => label)]).toEqual([['a', 'b', 'd'], ['2 added']])
  await undo()
  expect([held(), stack.entries.length]).toEqual([['a'], 0])
})

it('each change is told once when all of it is done, and so is what takes it back', async () => {
  const { membership, told, undo } = await open(['a'], { refused: 'c' })
  await membership.add(['b', 'c', 'd'])
  await undo()
  await membership.remove({ id: 'a' })
  await undo()
  expect(told).toEqual([['a', 'b', 'd'], ['a'], [], ['a']])
})

it('those that can be taken back are, where one of them refuses', async () => {
  const { membership, undo, held } = await open([], { keeps: 'b' })
  await membership.add(['a', 'b', 'c'])
  await expect(undo()).rejects.toMatchObject({ summary: '1 of 3 could not be taken back.' })
  expect(held()).toEqual(['b'])
})

it('one that belonged already stays where the others are taken back', async () => {
  const { membership, stack, undo, held } = await open(['a'])
  await membership.add(['a', 'b'])
  expect(stack.last?.label).toBe('1 added')
  await undo()
  expect(held()).toEqual(['a'])
  await membership.add(['a'])
  expect(stack.last).toBeUndefined()
})

it('one that was removed comes back', async () => {
  const { membership, undo, held } = await open(['a', 'b'])
  await membership.remove({ id: 'a' })
  expect(held()).toEqual(['b'])
  await undo()
  expect(held()).toEqual(['a', 'b'])
})

it('where none could be added there is nothing to take back', async () => {
  const { membership, stack } = await open([], { refused: 'c' })
  await membership.add(['c'])
  expect(stack.last).toBeUndefined()
})

it('what others have changed since is not taken back', async () => {
  const { membership, stack, undo, others, held } = await open([])
  await membership.add(['a'])
  others.delete('a')
  await expect(undo()).rejects.toMatchObject({ summary: 'They have changed since.' })
  expect([held(), stack.last]).toEqual([[], undefined])
})

it('of a list that is read in pages, the count of all is told where the service knows it', async () => {
  const { membership } = await open(['a', 'b', 'c'], { page: 2 })
  expect(membership.amount.value).toBe('3')
  await membership.add(['d'])
  expect(membership.amount.value).toBe('4')
})

it('members are sorted once all of them are read, and not while more are to come', async () => {
  const ids = (membership: Awaited<ReturnType<typeof open>>['membership']) =>
    membership.shown.value?.map(({ id }) => id)
  expect(ids((await open(['c', 'a', 'b'])).membership)).toEqual(['a', 'b', 'c'])
  expect(ids((await open(['c', 'a', 'b'], { page: 2 })).membership)).toEqual(['c', 'a'])
})
