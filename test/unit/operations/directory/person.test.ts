import { expect, it } from 'vitest'
import { toPerson } from '#operations/directory/person.ts'

const row = (profile: Record<string, unknown>) => ({ id: '00u1', typeId: 'oty1', profile }) as never

it('a person without a locale reads as one of en_US, to conditions only (spec/5 decision 8)', () => {
  const profile = { login: 'ada@example.com' }
  expect(toPerson(row(profile), []).user.profile).toEqual({ ...profile, locale: 'en_US' })
  expect(profile).not.toHaveProperty('locale')
  for (const empty of [null, '']) expect(toPerson(row({ locale: empty }), []).user.profile['locale']).toBe('en_US')
  expect(toPerson(row({ locale: 'de_CH' }), []).user.profile['locale']).toBe('de_CH')
})
