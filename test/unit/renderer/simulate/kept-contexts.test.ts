import { describe, expect, it } from 'vitest'
import {
  keptNamed,
  parseKept,
  renameKept,
  storeKey,
  withKept,
  withoutKept,
  writeKept,
  type Kept,
} from '../../../../src-renderer/features/simulate/kept/kept-contexts.ts'

const kept = (name: string, user = 'u1'): Kept => ({ name, query: { user } })
const names = (contexts: readonly Kept[]) => contexts.map(({ name }) => name)

describe('saved contexts in the browser’s store', () => {
  it('come back as they were written', () => {
    const contexts = [kept('Contractor abroad'), kept('Night shift')]
    expect(parseKept(writeKept(contexts))).toEqual({ contexts, dropped: false })
  })

  it.each(['not json', '[]', 'null', '{"version":2,"contexts":[]}', '{"version":1,"contexts":[{"name":""}]}'])(
    'are dropped with a word when they are %s',
    (text) => {
      expect(parseKept(text)).toEqual({ contexts: [], dropped: true })
    },
  )

  it('are none, without a word, where nothing was ever saved', () => {
    expect(parseKept(null)).toEqual({ contexts: [], dropped: false })
  })

  it('belong to one workspace', () => {
    const key = (file: string) => storeKey({ organization: 'Example', file })
    expect(key('/a.sqlite')).not.toBe(key('/b.sqlite'))
  })
})

describe('a saved context', () => {
  const both = withKept(withKept([], kept('Night shift')), kept('Contractor abroad'))

  it('is found by name, whatever its capitals', () => {
    expect(names(both)).toEqual(['Contractor abroad', 'Night shift'])
    expect(keptNamed(both, ' night SHIFT ')?.name).toBe('Night shift')
    expect(keptNamed(both, 'Day shift')).toBeNull()
  })

  it('takes the place of one that has its name', () => {
    const again = withKept(both, kept('night shift', 'u2'))
    expect(names(again)).toEqual(['Contractor abroad', 'night shift'])
    expect(keptNamed(again, 'Night shift')?.query).toEqual({ user: 'u2' })
  })

  it('keeps its sign-in under another name', () => {
    const renamed = renameKept(both, 'Night shift', 'Day shift')
    expect(names(renamed)).toEqual(['Contractor abroad', 'Day shift'])
    expect(keptNamed(renamed, 'Day shift')?.query).toEqual({ user: 'u1' })
    expect(renameKept(both, 'Night shift', '  ')).toEqual(both)
    expect(names(renameKept(both, 'Night shift', 'NIGHT shift'))).toEqual(['Contractor abroad', 'NIGHT shift'])
  })

  it('is gone when it is deleted', () => {
    expect(names(withoutKept(both, 'Night shift'))).toEqual(['Contractor abroad'])
  })
})
