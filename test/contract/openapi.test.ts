import { setTimeout as sleep } from 'node:timers/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { REQUEST_TYPES } from '#contract/interface/content-types.ts'
import { placeholders } from '../helpers/route-paths.ts'
import { ERROR_CATALOGUE } from '#contract/interface/error-codes.ts'
import { errorsOf } from '#contract/interface/route-errors.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { LENIENT } from '../helpers/client.ts'
import { isPublicInterface } from '#contract/interface/lenience.ts'
import { startServer, type TestServer } from '../helpers/server.ts'
import { faultsOf } from '../helpers/json-schema.ts'

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  deprecated?: boolean
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { required: boolean; content: Record<string, { schema: object }> }
  responses: Record<string, { headers?: Record<string, object>; content?: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

let server: TestServer
let document: Document
beforeAll(async () => {
  server = await startServer()
  const response = await fetch(`${server.url}/api/v1/openapi.json`)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8'])
  document = (await response.json()) as Document
})

const operationOf = (id: string): Operation => {
  const { route } = ROUTE_LIST.find((entry) => entry.id === id) as (typeof ROUTE_LIST)[number]
  return document.paths[route.path]?.[route.method.toLowerCase()] as Operation
}

/** The codes that the document gives an operation, by status. */
function codesOf(id: string): Map<string, string[]> {
  const refusals = Object.entries(operationOf(id).responses).filter(([status]) => Number(status) >= 400)
  return new Map(
    refusals.map(([status, response]) => {
      const { content } = resolve((response as { $ref: string }).$ref) as Operation['responses'][string]
      const { allOf } = content?.['application/json']?.schema as { allOf: [object, { properties: ErrorProperties }] }
      return [status, allOf[1].properties.errorCode.enum]
    }),
  )
}
interface ErrorProperties {
  errorCode: { enum: string[] }
}

/** Of a code: the catalogue's status, unless HTTP has one of its own. */
const statusesOf = (code: string): number[] =>
  ({ E0000020: [400, 413], E0000021: [415] })[code] ?? [ERROR_CATALOGUE[code as keyof typeof ERROR_CATALOGUE].status]

/** The texts at a key, wherever it stands. */
function* textsAt(key: string, value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return
  for (const [name, inner] of Object.entries(value))
    if (name === key && typeof inner === 'string') yield inner
    else yield* textsAt(key, inner)
}
const referencesIn = (value: unknown) => textsAt('$ref', value)

/** What a reference points at, or undefined. */
function resolve(reference: string): unknown {
  const path = reference.replace(/^#\//, '').split('/')
  return path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
}

describe('the OpenAPI document', () => {
  it('lets an address be IPv4 inside IPv6, as the service does', () => {
    const schema = { $ref: '#/components/schemas/PolicyContext' }
    const faults = (ip: string) => faultsOf(schema, { user: { id: '00u1' }, ip }, document)
    for (const ip of ['::ffff:192.0.2.1', '::192.0.2.5', '2001:db8::1', '192.0.2.1']) expect(faults(ip), ip).toEqual([])
    expect(faults('192.0.2.300')).not.toEqual([])
  })

  it('is readable without a token and valid', async () => {
    const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>)
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
    expect(document.openapi).toBe('3.1.0')
    expect(document.servers).toEqual([{ url: server.url }])
  })

  it('gives patterns that a generator of values can make a value of', () => {
    const patterns = new Set(textsAt('pattern', document))
    expect(patterns.size).toBeGreaterThan(20)
    const made = ([...patterns] as string[]).map((pattern): [string, string] => [
      pattern,
      fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 1, seed: 7 })[0] as string,
    ])
    for (const [pattern, value] of made) expect(value).toMatch(new RegExp(pattern, 'u'))
  })

  it('points nowhere where there is nothing', () => {
    const references = new Set(referencesIn(document))
    expect(references.size).toBeGreaterThan(20)
    for (const reference of references) expect(resolve(reference), reference).toBeTypeOf('object')
  })

  it('names its components itself', () => {
    expect(Object.keys(document.components.schemas).filter((name) => name.startsWith('__'))).toEqual([])
  })

  it('holds no component that nothing uses', () => {
    const used = new Set(referencesIn(document))
    for (const name of Object.keys(document.components.schemas))
      expect(used, name).toContain(`#/components/schemas/${name}`)
  })

  it('holds every route that is not hidden, with its parameters, and nothing besides', () => {
    const documented = ROUTE_LIST.filter(({ route }) => !route.hidden)
    for (const { id, route } of documented) {
      const operation = operationOf(id)
      expect(operation.operationId).toBe(id)
      expect(operation.summary).toBe(route.summary)
      expect(document.tags.map((tag) => tag.name)).toContain(operation.tags[0])
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map((parameter) => parameter.name).sort()).toEqual(placeholders(route.path).sort())
      expect(inPath.every((parameter) => parameter.required)).toBe(true)
      const takesBody = route.body !== undefined || ['stream', 'file'].includes(REQUEST_TYPES[route.consumes])
      expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(
        takesBody ? [route.consumes, ...(route.alsoConsumes ?? [])] : [],
      )
      const toClients = route.auth === 'client' ? (route.method === 'POST' ? ['400', '401'] : ['400']) : []
      const statuses = new Set([
        ...toClients,
        ...Object.keys(route.responses),
        ...[...errorsOf(route).keys()].map(String),
        'default',
      ])
      expect(Object.keys(operation.responses).sort()).toEqual([...statuses].sort())
    }
    const count = Object.values(document.paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
    expect(count).toBe(documented.length)
  })

  it('refuses no unknown keys, which depend on the schema of the organization for a person, and offers to refuse unknown keys', () => {
    const profile = { login: 'a@example.test', email: 'a@example.test', firstName: 'A', lastName: 'B' }
    const schema = operationOf('createUser').requestBody?.content['application/json']?.schema as object
    const faults = (body: object) => faultsOf(schema, body, document)
    expect(faults({ profile, odd: 1, credentials: { odd: {} } })).toEqual([])
    expect(faults({ profile: { ...profile, odd: 1 } })).toEqual([])
    expect(faults({ profile: { ...profile, firstName: 1 } })).not.toEqual([])

    const prefer = { $ref: '#/components/parameters/Prefer' }
    const ignored = { $ref: '#/components/headers/X-Ignored-Fields' }
    for (const { id, route } of ROUTE_LIST.filter(({ route }) => !route.hidden)) {
      const reads = route.body !== undefined && isPublicInterface(route.path)
      const { parameters, responses } = operationOf(id)
      expect(
        parameters.some((one) => JSON.stringify(one) === JSON.stringify(prefer)),
        id,
      ).toBe(reads)
      const [success] = Object.values(responses)
      expect(success?.headers?.['X-Ignored-Fields'], id).toEqual(reads ? ignored : undefined)
    }
  })

  it('marks as required the parameters that the service insists on', () => {
    const type = operationOf('listPolicies').parameters.find((parameter) => parameter.name === 'type')
    const limit = operationOf('listPolicies').parameters.find((parameter) => parameter.name === 'limit')
    expect([type?.required, limit?.required]).toEqual([true, false])
    expect(operationOf('createPolicy').requestBody?.required).toBe(true)
    expect(operationOf('assignAppGroup').requestBody?.required).toBe(false)
  })

  it('says of every operation which errors it can answer, by status', () => {
    for (const { id } of ROUTE_LIST.filter(({ route }) => !route.hidden && route.auth !== 'client')) {
      const told = codesOf(id)
      const { security } = operationOf(id) as { security?: unknown[] }
      expect(told.get('400'), id).toContain('E0000001')
      expect(told.get('500'), id).toEqual(['E0000009'])
      expect(told.get('401')?.includes('E0000011') ?? false, id).toBe(security === undefined)
      for (const [status, codes] of told)
        for (const code of codes) expect(statusesOf(code), `${id} ${code}`).toContain(Number(status))
    }
    expect(codesOf('deleteApp').get('403')).toContain('E0000056')
    expect(codesOf('assignAppUser').get('403')).toContain('E0000117')
    expect(codesOf('listPolicies').get('400')).toEqual(expect.arrayContaining(['E0000002', 'E0000029']))
    expect(codesOf('createLogExport').get('429')).toEqual(['E0000047'])
  })

  it('gives a body that is too long and a wrong content type the statuses of HTTP [spec/5 decisions/9]', () => {
    for (const { id } of ROUTE_LIST.filter(({ route }) => route.body && !route.hidden && route.auth !== 'client')) {
      expect(codesOf(id).get('413'), id).toEqual(['E0000020'])
      expect(codesOf(id).get('415'), id).toEqual(['E0000021'])
      expect(codesOf(id).get('400'), id).not.toContain('E0000021')
    }
  })

  it('marks what the documents call deprecated: the applications of a policy, the upload of a logo, and the old name of a type', () => {
    const deprecated = ROUTE_LIST.filter(({ route }) => route.deprecated).map(({ id }) => id)
    expect(deprecated).toEqual(['listPolicyApps', 'uploadOrganizationLogo'])
    expect(operationOf('listPolicyApps').deprecated).toBe(true)
    const old = { const: 'CONTINUOUS_ACCESS', deprecated: true, description: 'Use POST_AUTH_SESSION' }
    const type = operationOf('listPolicies').parameters.find((parameter) => parameter.name === 'type')
    expect((type?.schema as { anyOf: object[] }).anyOf).toContainEqual(old)
    for (const name of ['POST_AUTH_SESSION_PolicyWrite', 'POST_AUTH_SESSION_RuleWrite']) {
      const schema = document.components.schemas[name] as { properties: { type: { anyOf: object[] } } }
      expect(schema.properties.type.anyOf, name).toContainEqual({ type: 'string', ...old })
    }
  })
})

/** The schema that the document gives for an operation's success. */
function replySchema(id: string): object {
  const [status] = Object.keys(operationOf(id).responses)
  return operationOf(id).responses[status as string]?.content?.['application/json']?.schema as object
}

describe('live replies match the document', () => {
  // Compiling a schema blocks this process for seconds: the client must hear of the connections that ended meanwhile.
  afterEach(() => sleep(100))

  it('of policies and rules of every type that a new organization holds', async () => {
    const { call } = server.client
    const types = ['SVC_SIGN_ON', 'PASSWORD', 'MFA_ENROLL', 'IDP_DISCOVERY', 'ACCESS_POLICY'] as const
    // For the same reason all replies are read first.
    const replies = await Promise.all(
      types.map(async (type) => {
        const policies = (await call('listPolicies', { query: { type } })).body
        return { policies, rules: (await call('listRules', { params: { policyId: policies[0]?.id as string } })).body }
      }),
    )
    for (const { policies, rules } of replies) {
      expect(faultsOf(replySchema('listPolicies'), policies, document)).toEqual([])
      expect(faultsOf(replySchema('listRules'), rules, document)).toEqual([])
    }
  })

  it('of groups, people, applications, zones, the log and the workspace', async () => {
    const { call } = server.client
    await server.make.aUser({}, [(await server.make.aGroup()).id])
    for (const id of ['listGroups', 'listUsers', 'listApps', 'listZones', 'listLogEvents', 'getWorkspace'] as const) {
      const { body } = await call(id)
      expect(faultsOf(replySchema(id), body, document), id).toEqual([])
    }
  })

  it('of refusals', async () => {
    const refusal = await server.client.refused('listPolicies')
    expect(faultsOf({ $ref: '#/components/schemas/Error' }, refusal.body, document)).toEqual([])
  })

  it('of requests: what the document refuses the service refuses too', async () => {
    const schema = operationOf('createPolicy').requestBody?.content['application/json']?.schema as object
    const bodies = [
      { type: 'SVC_SIGN_ON', name: 'Fine' },
      { type: 'SVC_SIGN_ON', name: 'No such condition', conditions: { weather: 'fair' } },
      { type: 'SVC_SIGN_ON', name: 'No settings here', settings: { password: {} } },
      { type: 'PASSWORD', name: 'All defaults', settings: { password: {} } },
      { type: 'PASSWORD', name: 'Misspelt', settings: { password: { complexity: { minLenght: 9 } } } },
      { type: 'PASSWORD', name: 'Of another kind', settings: { password: { complexity: { minLength: 'nine' } } } },
    ]
    for (const body of bodies) {
      const documented = faultsOf(schema, body, document).length === 0
      expect(documented, body.name).toBe(body.name !== 'Of another kind')
      const response = await server.client.fetch('/api/v1/policies', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...LENIENT },
        body: JSON.stringify(body),
      })
      expect(response.status === 200, body.name).toBe(documented)
    }
  })
})
