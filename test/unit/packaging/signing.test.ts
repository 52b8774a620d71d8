import { describe, expect, it } from 'vitest'
import { forgetEmptySecrets, signingOf, unsignedText } from '../../../scripts/packaging/signing.ts'

const KEY = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'id', APPLE_API_ISSUER: 'issuer' }

describe('a build that cannot be signed in full says so in one sentence', () => {
  it.each([
    ['darwin', {}, /^Not signed and not notarized: no identity is given/],
    ['darwin', KEY, /^Not signed and not notarized/],
    ['darwin', { CSC_LINK: 'c.p12' }, /^Signed but not notarized: no credentials/],
    ['darwin', { CSC_NAME: 'Example', APPLE_ID: 'a@example.org' }, /^Signed but not notarized/],
    ['win32', {}, /^Not signed: no certificate is given/],
    ['win32', { WIN_CSC_LINK: '' }, /^Not signed/],
  ])('%s with %o', (platform, env, expected) => {
    expect(unsignedText(platform, signingOf(env))).toMatch(expected)
  })

  it.each([
    ['darwin', { CSC_LINK: 'c.p12', ...KEY }],
    ['darwin', { CSC_NAME: 'Example', APPLE_KEYCHAIN_PROFILE: 'notary' }],
    ['win32', { WIN_CSC_LINK: 'c.pfx' }],
    ['linux', {}],
  ])('nothing is said of %s with %o', (platform, env) => {
    expect(unsignedText(platform, signingOf(env))).toBeNull()
  })
})

it('secrets that a workflow does not have are as if never named', () => {
  const env = { CSC_LINK: '', WIN_CSC_LINK: '', APPLE_ID: '', CSC_NAME: 'Example', PATH: '' }
  forgetEmptySecrets(env)
  expect(env).toEqual({ CSC_NAME: 'Example', PATH: '' })
})
