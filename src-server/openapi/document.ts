import type { z } from 'zod'
import { oauthRefusalSchema } from '#contract/access/oauth-messages.ts'
import { errorBodySchema } from '#contract/interface/error-body.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { REQUEST_TYPES } from '#contract/interface/content-types.ts'
import { rateLimitClassOf } from '#contract/interface/rate-limits.ts'
import type { ResponseDefinition, Route } from '#contract/interface/route.ts'
import { Components, type Converter } from './components.ts'
import { ErrorResponses } from './error-responses.ts'
import { replyHeaders, SHARED_HEADERS, sharedParameters, SHARED_PARAMETERS } from './headers.ts'

type Json = Record<string, unknown>

const DOCUMENTED = ROUTE_LIST.filter(({ route }) => !route.hidden)

/** The OpenAPI 3.1 document of the whole interface, made from the route table alone. */
export function openApiDocument(options: { version: string; url: string }): Json {
  const components = new Components()
  const errors = new ErrorResponses()
  const operations: Record<string, Json> = {}
  for (const { id, route } of DOCUMENTED) {
    const path = (operations[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(id, route, { schemaOf: components.convert, errors })
  }
  components.convert(errorBodySchema, 'output')
  components.convert(oauthRefusalSchema, 'output')
  const { schemas, converted: paths } = components.settle(operations)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: options.version,
      description:
        'The management interface of an identity service, served on this machine. Every call needs an API token: `Authorization: SSWS <token>`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.url }],
    tags: tags(),
    security: [{ apiToken: [] }],
    paths,
    components: {
      schemas,
      parameters: SHARED_PARAMETERS,
      headers: SHARED_HEADERS,
      securitySchemes: {
        apiToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `SSWS`, a space, and the token.',
        },
      },
      responses: errors.components,
    },
  }
}

interface Parts {
  schemaOf: Converter
  errors: ErrorResponses
}

function operation(id: string, route: Route, { schemaOf, errors }: Parts): Json {
  return {
    operationId: id,
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    tags: [route.tag],
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.scope === null ? { security: [] } : { 'x-scope': route.scope }),
    'x-rate-limit-class': rateLimitClassOf(route),
    parameters: [
      ...parameters('path', route.params, schemaOf),
      ...parameters('query', route.query, schemaOf),
      ...sharedParameters(route),
    ],
    ...requestBody(route, schemaOf),
    responses: { ...successes(route, schemaOf), ...errors.of(route) },
  }
}

function parameters(where: 'path' | 'query', schema: z.ZodObject, schemaOf: Converter): Json[] {
  return Object.entries(schema.shape).map(([name, value]) => {
    const { description, ...json } = schemaOf(value as z.ZodType, 'input')
    const required = where === 'path' || !(value as z.ZodType).safeParse(undefined).success
    return { name, in: where, required, ...(description ? { description } : {}), schema: json }
  })
}

const FILE_FORM = {
  schema: {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  },
}

function requestBody({ body, consumes, alsoConsumes = [] }: Route, schemaOf: Converter): Json {
  if (REQUEST_TYPES[consumes] === 'stream') {
    const content = [consumes, ...alsoConsumes].map((type) => [type, { schema: { type: 'string' } }])
    return { requestBody: { required: true, content: Object.fromEntries(content) } }
  }
  if (REQUEST_TYPES[consumes] === 'file') return { requestBody: { required: true, content: { [consumes]: FILE_FORM } } }
  if (!body) return {}
  const required = !body.safeParse(undefined).success
  return { requestBody: { required, content: { [consumes]: { schema: schemaOf(body, 'input') } } } }
}

function successes(route: Route, schemaOf: Converter): Json {
  const success = Object.entries(route.responses).map(([status, definition]) => [
    status,
    definition
      ? { description: 'Done', ...replyHeaders(route), content: replyContent(route, definition, schemaOf) }
      : { description: 'Done; nothing to say', ...replyHeaders(route) },
  ])
  return Object.fromEntries(success)
}

function replyContent({ produces }: Route, definition: NonNullable<ResponseDefinition>, schemaOf: Converter): Json {
  const json = (schema: z.ZodType) => ({ [produces ?? 'application/json']: { schema: schemaOf(schema, 'output') } })
  if (!('media' in definition)) return json(definition)
  const others = definition.media.map((type) => [type, {}])
  return { ...(definition.json ? json(definition.json) : {}), ...Object.fromEntries(others) }
}

function tags(): Json[] {
  return [...new Set(DOCUMENTED.map(({ route }) => route.tag))].map((name) => ({ name }))
}
