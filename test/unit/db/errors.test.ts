import { describe, expect, it } from 'vitest'
import { ApiError } from '#contract/interface/api-error.ts'
import { translateDatabaseError } from '#db/errors.ts'
import { NewIds, newId, randomText } from '#db/ids.ts'
import { ID_PREFIX, isId, type IdKind } from '#contract/interface/ids.ts'

const failure = (code: string) => Object.assign(new Error('words that may change'), { code })

describe('a failure of the driver', () => {
  it.each(['SQLITE_FULL', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY_DBMOVED'])(
    '%s says that nothing was written, also inside an error that wraps it',
    (code) => {
      for (const error of [failure(code), Object.assign(new Error('wrapped'), { cause: failure(code) })]) {
        const translated = translateDatabaseError(error)
        expect(translated).toBeInstanceOf(ApiError)
        expect(translated).toMatchObject({ code: 'E0000010', status: 503 })
      }
    },
  )

  it('by a constraint of ours stays a fault of ours', () => {
    for (const code of ['SQLITE_CONSTRAINT_NOTNULL', 'SQLITE_ERROR', 'SQLITE_MISMATCH']) {
      const error = failure(code)
      expect(translateDatabaseError(error)).toBe(error)
    }
  })

  it.each(['SQLITE_CONSTRAINT_CHECK', 'SQLITE_CONSTRAINT_TRIGGER', 'SQLITE_CORRUPT', 'SQLITE_CORRUPT_VTAB'])(
    '%s, which another program or a damaged disk causes, is refused in words that name it',
    (code) => {
      const error = failure(code)
      const causes = [{ errorSummary: expect.stringContaining(code) }]
      expect(translateDatabaseError(error)).toMatchObject({ code: 'E0000010', causes, cause: error })
    },
  )

  it('is told from other errors by its code alone', () => {
    for (const error of [new Error('SQLITE_BUSY'), failure('EACCES'), 'SQLITE_BUSY', null, undefined])
      expect(translateDatabaseError(error)).toBe(error)
  })
})

describe('a new id', () => {
  it('has twenty characters, with the prefix of its kind', () => {
    for (const kind of Object.keys(ID_PREFIX) as IdKind[]) {
      const id = newId(kind)
      expect(id).toMatch(new RegExp(`^${ID_PREFIX[kind]}[0-9A-Za-z]{17}$`))
      expect(isId(kind, id)).toBe(true)
    }
    expect(isId('user', newId('group'))).toBe(false)
  })

  it('is the one that was wanted for the next object of a kind, and of no other kind', () => {
    const [first, second, ids] = [newId('group'), newId('group'), new NewIds()]
    ids.want('group', first)
    ids.want('group', second)
    expect(isId('app', ids.next('app'))).toBe(true)
    expect(() => ids.end()).toThrow(`no new object has got ${first}, ${second}`)
    expect([ids.next('group'), ids.next('group')]).toEqual([first, second])
    expect([first, second]).not.toContain(ids.next('group'))
    ids.end()
  })

  it('is never wanted in the form of another kind', () => {
    const ids = new NewIds()
    for (const wrong of ['', 'x', newId('app'), `${newId('group')}x`, newId('group').slice(1)])
      expect(() => ids.want('group', wrong)).toThrow(RangeError)
  })

  it('is like no other, and uses every character about as often', () => {
    const ids = new Set(Array.from({ length: 2_000 }, () => newId('user')))
    expect(ids.size).toBe(2_000)
    const counts = new Map<string, number>()
    for (const character of randomText(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250)
  })
})
