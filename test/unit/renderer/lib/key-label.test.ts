import { expect, it } from 'vitest'
import { keyLabel } from '#ui/lib/key-label.ts'

it.each([
  ['identityProviderArn', 'Identity provider arn'],
  ['costCenter', 'Cost center'],
  ['line2Text', 'Line2 text'],
  ['employeeID', 'Employee id'],
  ['', ''],
])('the key %j reads as %j', (key, label) => expect(keyLabel(key)).toBe(label))
