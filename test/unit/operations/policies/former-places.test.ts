import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import { policyBody, ruleBody } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let call: TestServer['client']['call']
beforeAll(async () => {
  server = await startServer()
  ;({ call } = server.client)
})

const defaultOf = async (type: PolicyType) => {
  const found = (await call('listPolicies', { query: { type } })).body.find(({ system }) => system)
  if (!found) throw new Error(`there is no default ${type} policy`)
  return found
}
const send = async (policyId: string, body: object) =>
  (
    await server.client.fetch(`/api/v1/policies/${policyId}`, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: JSON_TYPE,
    })
  ).status
const JSON_TYPE = { 'Content-Type': 'application/json', Prefer: 'handling=lenient' }
const make = async (type: PolicyType) => (await call('createPolicy', { body: policyBody(type) })).body.id

describe('the body of a default policy that was read before', () => {
  it.each(['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL'] as const)(
    'another %s policy came or went is taken, and moves nothing [spec/6 23/former place]',
    async (type) => {
      const first = await defaultOf(type)
      const made = await make(type)
      const second = await defaultOf(type)
      expect(second.priority).toBe((first.priority ?? 0) + 1)
      expect(await send(first.id, first)).toBe(200)
      expect((await defaultOf(type)).priority).toBe(second.priority)
      await call('deletePolicy', { params: { policyId: made } })
      expect(await send(second.id, second)).toBe(200)
      expect((await defaultOf(type)).priority).toBe(first.priority)
    },
  )

  it('a rule beside the default rule came or went is taken, too', async () => {
    const owned = await defaultOf('SVC_SIGN_ON')
    const [rule] = (await call('listRules', { params: { policyId: owned.id } })).body
    await call('createRule', { params: { policyId: owned.id }, body: ruleBody('SVC_SIGN_ON') })
    const reply = await server.client.fetch(`/api/v1/policies/${owned.id}/rules/${rule?.id ?? ''}`, {
      ...{ method: 'PUT', headers: JSON_TYPE, body: JSON.stringify(rule) },
    })
    expect(reply.status).toBe(200)
  })

  it('does not name another place, nor one that it left long ago', async () => {
    const before = await defaultOf('SVC_SIGN_ON')
    await make('SVC_SIGN_ON')
    expect(await send(before.id, { ...before, priority: 40 })).toBe(403)
    server.clock.advance((LIMITS.formerPlaceMinutes + 1) * 60_000)
    expect(await send(before.id, before)).toBe(403)
    const now = await defaultOf('SVC_SIGN_ON')
    expect(await send(now.id, now)).toBe(200)
  })
})
