import { beforeAll, describe, expect, it } from 'vitest'
import { loadPromises, titleOf, type OrganizationName, type Step } from '../../helpers/validation-cases.ts'
import { keep, prepareOrganization, type PreparedOrganization } from '../../helpers/validation-organization.ts'
import { resolve } from '../../helpers/validation-request.ts'

const cases = loadPromises()
const organizations = [...new Set(cases.map((item) => item.in))]
const areas = [...new Set(cases.map((item) => item.area))]

/** One step of a story: what is asked for, and what the reply holds and lacks. */
async function take(organization: PreparedOrganization, { as, expect: expected, ...request }: Step): Promise<void> {
  const { status, body } = await organization.send(request)
  const context = `${request.method} ${request.path}: ${JSON.stringify(body)}`
  expect(status, context).toBe(expected.status)
  if (status === 204) expect(body).toBeUndefined()
  if (expected.errorCode) expect(body, context).toMatchObject({ errorCode: expected.errorCode })
  if (as) keep(organization.names, as, body)
  if (expected.body !== undefined)
    expect({ reply: body }, context).toMatchObject({ reply: resolve(expected.body, organization.names) })
  for (const path of expected.absent) expect(body, context).not.toHaveProperty(path)
}

/** What the documents grant, told as stories over HTTP. */
describe.each(areas)('granted: %s', (area) => {
  const prepared = new Map<OrganizationName, PreparedOrganization>()
  beforeAll(async () => {
    const needed = new Set(cases.filter((item) => item.area === area).map((item) => item.in))
    for (const name of organizations) if (needed.has(name)) prepared.set(name, await prepareOrganization(name))
  })

  it.each(cases.filter((item) => item.area === area).map((item) => [titleOf(item), item] as const))(
    '%s',
    async (_, { in: name, steps }) => {
      for (const step of steps) await take(prepared.get(name) as PreparedOrganization, step)
    },
  )
})
