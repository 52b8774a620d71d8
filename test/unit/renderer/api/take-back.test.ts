import { expect, it } from 'vitest'
import { ApiError, errorText, networkError } from '#ui/api/api-error.ts'
import { takeBackEach, unlessGone } from '#ui/api/take-back.ts'

const no = (summary: string, status = 400) => new ApiError({ status, code: 'E', summary })

/** What was taken back, and what it said. */
async function takeBack(names: readonly string[], refusals: Record<string, ApiError>) {
  const taken: string[] = []
  const act = async (name: string) => {
    if (refusals[name]) throw refusals[name]
    taken.push(name)
  }
  const error = await takeBackEach(names, act, (name) => name.toUpperCase()).catch((thrown: ApiError) => thrown)
  return { taken, error }
}

it('it goes on after one that is refused, and says which and why', async () => {
  const { taken, error } = await takeBack(['a', 'b', 'c'], { b: no('It is in use.') })
  expect(taken).toEqual(['a', 'c'])
  expect(errorText(error as ApiError)).toBe('1 of 3 could not be taken back. B: It is in use.')
})

it('what is gone already needs no removal', async () => {
  await expect(unlessGone(Promise.reject(no('Not found', 404)))).resolves.toBeUndefined()
  await expect(unlessGone(Promise.reject(no('No')))).rejects.toMatchObject({ status: 400 })
})

it('of many it names the first', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const { error } = await takeBack(names, Object.fromEntries(names.map((name) => [name, no('No.')])))
  expect(errorText(error as ApiError)).toBe(
    '7 of 7 could not be taken back. A: No. B: No. C: No. D: No. E: No. and 2 more',
  )
})

it('where nothing reached the service it can be asked for again', async () => {
  const { error } = await takeBack(['a', 'b'], { a: networkError(), b: networkError() })
  expect((error as ApiError).status).toBe(0)
  const { error: some } = await takeBack(['a', 'b'], { a: networkError() })
  expect((some as ApiError).status).not.toBe(0)
})
