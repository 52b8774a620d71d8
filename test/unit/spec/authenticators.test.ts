import { beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../helpers/server.ts'

/** The relationship table of spec/1, written down a second time: key, type, method, factor classes. */
const TABLE = `
  svc_password      | PASSWORD          | PASSWORD          | knowledge
  security_question | SECURITY_QUESTION | SECURITY_QUESTION | knowledge
  svc_email         | EMAIL             | EMAIL             | possession
  phone_number      | PHONE             | SMS               | possession
  phone_number      | PHONE             | VOICE             | possession
  partner_app_a     | APP               | PARTNER_APP_A     | possession
  partner_otp_a     | APP               | OTP               | possession
  partner_otp_b     | APP               | OTP               | possession
  svc_verify        | APP               | TOTP              | possession
  svc_verify        | APP               | PUSH              | possession
  svc_verify        | APP               | SIGNED_NONCE      | possession
  custom_app        | APP               | PUSH              | possession
  webauthn          | SECURITY_KEY      | WEBAUTHN          | possession
  custom_otp        | SECURITY_KEY      | OTP               | possession
  onprem_mfa        | SECURITY_KEY      | OTP               | possession
  partner_token_a   | SECURITY_KEY      | OTP               | possession
  partner_token_b   | SECURITY_KEY      | OTP               | possession
  external_idp      | FEDERATED         | IDP               | possession
  smart_card_idp    | FEDERATED         | CERT              | possession, knowledge
`

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()) as [string, string, string, string])
const severalMethods = new Set(['phone_number', 'svc_verify'])
const named = rows.map((row) => ({ name: severalMethods.has(row[0]) ? `${row[0]} ${row[2]}` : row[0], row }))
const types = [...new Set(rows.map(([, type]) => type))]

let server: TestServer
let policyId: string
beforeAll(async () => {
  server = await startServer()
  policyId = (await server.make.aPolicy('ACCESS_POLICY')).id
})

/** Whether a rule that asks for the class in this way can be made: no authenticator, no rule. */
async function canBeAsked(factorClass: string, constraint: Record<string, unknown>): Promise<boolean> {
  const verificationMethod = { factorMode: '1FA', constraints: [{ [factorClass]: constraint }] }
  const actions = { appSignOn: { access: 'ALLOW', verificationMethod } }
  const response = await server.client.fetch(`/api/v1/policies/${policyId}/rules?activate=false`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'ACCESS_POLICY', name: 'Asks', priority: 0, actions }),
  })
  const body = (await response.json()) as { id?: string }
  if (body.id) await server.client.call('deleteRule', { params: { policyId, ruleId: body.id } })
  return response.ok
}

describe.each(['knowledge', 'possession'])('a %s constraint', (factorClass) => {
  it.each(named)('is satisfied as the table says [spec/1 authenticators/$name]', async ({ row }) => {
    const [key, type, method, classes] = row
    const counts = classes.split(', ').includes(factorClass)
    const authenticationMethods = [{ key, method }]
    expect(await canBeAsked(factorClass, { authenticationMethods })).toBe(counts)
    expect(await canBeAsked(factorClass, { authenticationMethods, types: [type], methods: [method] })).toBe(counts)
    for (const other of types.filter((candidate) => candidate !== type))
      expect(await canBeAsked(factorClass, { authenticationMethods, types: [other] })).toBe(false)
  })
})

it('no authenticator has the method of another [spec/1 constraint/method method]', async () => {
  for (const [key] of rows)
    for (const method of new Set(rows.map((row) => row[2]))) {
      const own = rows.some((row) => row[0] === key && row[2] === method)
      const asked = await canBeAsked('possession', { authenticationMethods: [{ key, method }, { key: 'webauthn' }] })
      expect([key, method, asked]).toEqual([key, method, own])
    }
})
