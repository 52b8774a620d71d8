import { expect, it } from 'vitest'
import { redact } from '#contract/gatehouse/redact.ts'

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

it.each([
  ['no user ada.byron+test@mail.example.org here', 'no user [e-mail] here'],
  ['{"X-Desk-Key": "k3y", "authorization":"raw-k3y"}', '{"X-Desk-Key": "[token]", "authorization":"[token]"}'],
  ['api-key=k3y&apiKey=k3y', 'api-key=[token]&apiKey=[token]'],
  [`sent 00${'a'.repeat(40)}.`, 'sent [token].'],
  ['jwt eyJhbGciOiJIUzI1NiJ9.e30.abc-_1 end', 'jwt [token] end'],
  ['-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----.', '[token].'],
])('keeps addresses of people and keys out: %s', (text, shown) => {
  expect(redact(text, '/')).toBe(shown)
})

it('shortens the home folder however it is spelt', () => {
  const home = String.raw`C:\Users\Ada B`
  const written = [home, JSON.stringify(home).slice(1, -1), 'C:/Users/Ada B', 'file:///C:/Users/Ada%20B']
  expect(written.map((text) => redact(`${text}/w`, home))).toEqual(['~/w', '~/w', '~/w', 'file:///~/w'])
})

it('leaves versions in paths of packages alone', () => {
  expect(redact('at node_modules/.store/koa@3.3.0/index.js', '/')).toBe('at node_modules/.store/koa@3.3.0/index.js')
})

it('leaves an ordinary sentence alone', () => {
  expect(redact('the token file is a database; its tokens expire', '/')).toBe(
    'the token file is a database; its tokens expire',
  )
})
