import { expect, it } from 'vitest'
import { redact } from '#main/lifecycle/redact.ts'

it('keeps tokens and the home folder out of what is shown', () => {
  const text = 'at /home/ada/w.sqlite: Authorization: SSWS 00abcDEF, {"client_secret":"s3cret"} token=t0k known-value'
  const shown = redact(text, '/home/ada', ['known-value', ''])
  expect(shown).toBe('at ~/w.sqlite: Authorization: SSWS [token], {"client_secret":"[token]"} token=[token] [token]')
})

it('leaves an ordinary sentence alone', () => {
  expect(redact('the file is a database', '/')).toBe('the file is a database')
})
