import { expect, it } from 'vitest'
import { SAML_DEFAULTS } from '#contract/policy/resources/identity-provider-defaults.ts'
import { GRANT_LABELS, grantChoices } from '#ui/domain/oauth-labels.ts'
import { nameFormatLabel } from '#ui/domain/saml-labels.ts'

it('grants have labels that tell them apart, and stay what they are on the wire', () => {
  expect(new Set(Object.values(GRANT_LABELS)).size).toBe(Object.keys(GRANT_LABELS).length)
  expect(grantChoices('urn:ietf:params:oauth:grant-type:device_code')).toEqual([
    { value: 'urn:ietf:params:oauth:grant-type:device_code', label: 'Device code' },
  ])
})

it('the format that identity providers start with has a name, and one that is not known is shown as it is', () => {
  expect(nameFormatLabel(SAML_DEFAULTS.settings.nameFormat)).toBe('Unspecified')
  expect(nameFormatLabel('urn:example:own')).toBe('urn:example:own')
})
