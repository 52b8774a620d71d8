import { expect, it } from 'vitest'
import { startServer } from '../helpers/server.ts'

it('a service that strips replies explains verdicts after it has served the OpenAPI document', async () => {
  const { url, client, make } = await startServer({ strict: false })
  const [user, policy] = [await make.aUser(), await make.aPolicy()]
  await make.aRule(policy)
  const document = await fetch(`${url}/api/v1/openapi.json`)
  expect(document.status).toBe(200)
  await document.text()
  const { body } = await client.call('explainPolicies', {
    body: { policyTypes: ['SVC_SIGN_ON'], policyContext: { user: { id: user.id } } },
  })
  expect(body.explanations[0]?.path.some(({ rules }) => rules.length > 0)).toBe(true)
})
