import { beforeAll, describe, expect, it } from 'vitest'
import { toRefusal } from '../helpers/client.ts'
import { loadRefusals, titleOf, type OrganizationName } from '../helpers/validation-cases.ts'
import { arrange, prepareOrganization, type PreparedOrganization } from '../helpers/validation-organization.ts'
import { resolve } from '../helpers/validation-request.ts'

const cases = loadRefusals()
const organizations = [...new Set(cases.map((item) => item.in))]
const areas = [...new Set(cases.map((item) => item.area))]

const prepared = new Map<OrganizationName, PreparedOrganization>()
beforeAll(async () => {
  for (const name of organizations) prepared.set(name, await prepareOrganization(name))
}, 120_000)

/** Every refusal says what is wrong where, and leaves the workspace as it was. */
describe.each(areas)('refused: %s', (area) => {
  it.each(cases.filter((item) => item.area === area).map((item) => [titleOf(item), item] as const))(
    '%s',
    async (_, { in: name, given, request, expect: expected }) => {
      const organization = prepared.get(name) as PreparedOrganization
      for (const setup of given) await arrange(organization, setup)
      const before = await organization.state()
      const refusal = toRefusal((await organization.send(request)) as never)

      const told = refusal.body.errorCauses.map(({ location, errorSummary }) => ({ location, says: errorSummary }))
      const context = JSON.stringify(refusal.body)
      expect([refusal.status, refusal.code], context).toEqual([expected.status, expected.errorCode])
      if (expected.summary) expect(refusal.body.errorSummary).toContain(resolve(expected.summary, organization.names))
      const causes = resolve(expected.causes, organization.names) as typeof expected.causes
      expect(told.map((cause) => cause.location).sort(), context).toEqual(causes.map((cause) => cause.location).sort())
      for (const cause of causes) {
        const found = told.filter((one) => one.location === cause.location && one.says.includes(cause.says))
        expect(found, `no cause at ${cause.location} says ${cause.says}: ${context}`).not.toEqual([])
      }
      expect(await organization.state(), 'something was written').toBe(before)
    },
  )
})

it('tells at least two hundred ways to go wrong, each by a title of its own', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200)
  expect(new Set(cases.map(titleOf)).size).toBe(cases.length)
})
