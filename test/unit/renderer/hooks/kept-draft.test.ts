import { expect, it } from 'vitest'
import { draftOf, keptOf, withKept } from '#ui/features/hooks/hook-draft.ts'

const filled = () =>
  draftOf(null, {
    name: 'Siem',
    uri: 'https://siem.example.org/events',
    authKey: 'authorization',
    authValue: 's3cret',
    headers: [{ key: 'x-team', value: 's3cret' }],
    items: ['user.session.start'],
    filters: { 'user.session.start': 'event.outcome == "FAILURE"' },
  })

it('a kept draft of a hook holds neither what authenticates nor a value of a header', () => {
  expect(JSON.stringify(keptOf(filled()))).not.toContain('s3cret')
})

it('restoring it brings all else back; values are those that the editor has', () => {
  const fresh = draftOf(null)
  expect(withKept(fresh, JSON.parse(JSON.stringify(keptOf(filled()))))).toEqual({
    ...filled(),
    authValue: '',
    headers: [{ key: 'x-team', value: '' }],
  })
  const known = { ...fresh, headers: [{ key: 'x-team', value: 'blue' }] }
  expect(withKept(known, keptOf(filled())).headers).toEqual([{ key: 'x-team', value: 'blue' }])
})

it('what is no draft of a hook is not taken', () => {
  expect(() => withKept(draftOf(null), { name: 5 })).toThrow()
})
