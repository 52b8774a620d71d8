import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { useUndoGuard } from '#ui/composables/useUndoGuard.ts'

/** A list whose state is a number that rises with each change, whoever makes it. */
let members: Set<string>
let state: number
const touch = (act: () => void) => {
  act()
  state += 1
  return Promise.resolve()
}
const add = (id: string) => touch(() => members.add(id))
const remove = (id: string) => touch(() => members.delete(id))

function open() {
  const { change } = useUndoGuard(
    () => Promise.resolve({ list: String(state) }),
    () => 'Changed since.',
  )
  return async (id: string) => {
    const { back } = await change([id], () => add(id))
    return back(() => remove(id))
  }
}

beforeEach(() => {
  setActivePinia(createPinia())
  members = new Set()
  state = 0
})

it('a change is taken back as long as no one else has touched the same', async () => {
  const join = open()
  await (
    await join('a')
  )()
  expect(members.size).toBe(0)
})

it('own changes in between do not count, nor does taking them back', async () => {
  const join = open()
  const [first, second] = [await join('a'), await join('b')]
  await second()
  await first()
  expect(members.size).toBe(0)
})

it('own changes are known on other pages too', async () => {
  const undo = await open()('a')
  await open()('b')
  await undo()
  expect([...members]).toEqual(['b'])
})

it('after a change of others it is refused with a sentence, and so is every change before that', async () => {
  const join = open()
  const first = await join('a')
  await add('c')
  const second = await join('b')
  await expect(first()).rejects.toMatchObject({ status: 409, summary: 'Changed since.' })
  await second()
  expect([...members]).toEqual(['a', 'c'])
})

it('what could not be read before the change is never taken back blindly', async () => {
  let fails = true
  const { change } = useUndoGuard(
    () => (fails ? Promise.reject(new Error('no')) : Promise.resolve({ list: String(state) })),
    () => 'Changed since.',
  )
  const { back } = await change(['a'], () => add('a'))
  fails = false
  await expect(back(() => remove('a'))()).rejects.toMatchObject({ status: 409 })
})
