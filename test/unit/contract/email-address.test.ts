import { expect, it } from 'vitest'
import { isEmailAddress } from '#contract/organization/email-address.ts'

const LONG_LABEL = 'x'.repeat(63)

it.each([
  'ada@example.test',
  'Ada.Lovelace+news@mail.example.test',
  'customer/department=shipping@example.com',
  '$A12345@example.com',
  '!def!xyz%abc@example.com',
  '_somename@example.com',
  'Abc\\@def@example.com',
  'Fred\\ Bloggs@example.com',
  'Joe.\\\\Blow@example.com',
  '"Abc@def"@example.com',
  '"Fred Bloggs"@example.com',
  '"a\\"b"@example.com',
  `${'x'.repeat(64)}@example.test`,
  `a@${LONG_LABEL}.test`,
  'a@3com.example',
])('%s is an address', (text) => {
  expect(isEmailAddress(text)).toBe(true)
})

it.each([
  '',
  '@',
  'ada',
  '@example.test',
  'ada@',
  'ada lovelace@example.test',
  '.ada@example.test',
  'ada.@example.test',
  'ada..lovelace@example.test',
  'ada@example..test',
  'ada@-example.test',
  'ada@example-.test',
  'ada@exa_mple.test',
  'ada@192.0.2.1',
  'ada@[192.0.2.1]',
  '"ada@example.test',
  '"a"b"@example.test',
  'a\u0000b@example.test',
  'ada@example.test\n',
  `${'x'.repeat(65)}@example.test`,
  `a@x${LONG_LABEL}.test`,
  `a@${`${'x'.repeat(50)}.`.repeat(5)}test`,
])('%j is none', (text) => {
  expect(isEmailAddress(text)).toBe(false)
})

it('an endless text is told from an address at once', () => {
  expect(isEmailAddress(`${'a.'.repeat(500_000)}@example.test`)).toBe(false)
})
