import { expect, it } from 'vitest'
import { redact } from '#main/lifecycle/redact.ts'

it('keeps tokens and the home folder out of what is shown', () => {
  const text = 'at /home/ada/w.sqlite: Authorization: SSWS 00abcDEF, {"client_secret":"s3cret"} token=t0k known-value'
  const shown = redact(text, '/home/ada', ['known-value', ''])
  expect(shown).toBe('at ~/w.sqlite: Authorization: SSWS [token], {"client_secret":"[token]"} token=[token] [token]')
})

it.each([
  ['gatehouse serve --token 00abcdefghij --port 1', 'gatehouse serve --token [token] --port 1'],
  ['gatehouse serve --token=00abcdefghij', 'gatehouse serve --token=[token]'],
  ['["serve","--token","00abcdefghij","--port"]', '["serve","--token","[token]","--port"]'],
  ["[ 'serve', '--token', '00abcdefghij' ]", "[ 'serve', '--token', '[token]' ]"],
  ['GET /x/file?downloadToken=t1cket&a=1', 'GET /x/file?downloadToken=[token]&a=1'],
  ['{"ticket":"t1cket","receiverToken":"r1"}', '{"ticket":"[token]","receiverToken":"[token]"}'],
  ['{\\"downloadToken\\":\\"t1cket\\"}', '{\\"downloadToken\\":\\"[token]\\"}'],
  ['ticket: t1cket, state: x', 'ticket: [token], state: x'],
  ['POST /gatehouse/receiver/r3ceiver HTTP', 'POST /gatehouse/receiver/[token] HTTP'],
])('keeps tokens and tickets out however they are given: %s', (text, shown) => {
  expect(redact(text, '/')).toBe(shown)
})

it('leaves an ordinary sentence alone', () => {
  expect(redact('the token file is a database; its tokens expire', '/')).toBe(
    'the token file is a database; its tokens expire',
  )
})
