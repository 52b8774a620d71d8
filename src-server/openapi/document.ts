import { z } from 'zod'
import { errorBodySchema } from '../contract/error-body.ts'
import { ROUTE_LIST } from '../contract/routes/index.ts'
import type { Route } from '../contract/route.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the whole interface, made from the route table alone. */
export function openApiDocument(options: { version: string; url: string }): Json {
  const components: Json = {}
  const schemaOf = makeConverter(components)
  const paths: Record<string, Json> = {}
  for (const { id, route } of ROUTE_LIST) {
    const path = (paths[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(id, route, schemaOf)
  }
  schemaOf(errorBodySchema, 'output')
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
      schemas: components,
      securitySchemes: {
        apiToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `SSWS`, a space, and the token.',
        },
      },
      responses: {
        Error: {
          description: 'The request was refused; `errorCauses` says why.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  }
}

type Converter = (schema: z.ZodType, io: 'input' | 'output') => Json

/** Converts schemas; those with an id become shared components. */
function makeConverter(components: Json): Converter {
  return (schema, io) => {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
    const { $schema: _version, $defs, ...inline } = json
    for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) {
      const { $schema: _inner, ...plain } = definition as Json
      components[name] = repoint(plain)
    }
    const name = schema.meta()?.id
    if (!name) return repoint(inline) as Json
    components[name] = repoint(inline)
    return { $ref: `#/components/schemas/${name}` }
  }
}

/** References between definitions, as a document with shared components writes them. */
function repoint(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(repoint)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' || typeof (value as Json)['id'] !== 'string')
      .map(([key, inner]) =>
        key === '$ref' && typeof inner === 'string'
          ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
          : [key, repoint(inner)],
      ),
  )
}

function operation(id: string, route: Route, schemaOf: Converter): Json {
  return {
    operationId: id,
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    tags: [route.tag],
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.scope === 'public' ? { security: [] } : { 'x-scope': route.scope }),
    parameters: [...parameters('path', route.params, schemaOf), ...parameters('query', route.query, schemaOf)],
    ...(route.body ? { requestBody: requestBody(route.body, schemaOf) } : {}),
    responses: responses(route, schemaOf),
  }
}

function parameters(where: 'path' | 'query', schema: z.ZodObject, schemaOf: Converter): Json[] {
  return Object.entries(schema.shape).flatMap(([name, value]) => {
    const { description, ...json } = schemaOf(value as z.ZodType, 'input')
    // A parameter that only exists to be refused is not part of what is offered.
    if ('not' in json) return []
    const required = where === 'path' || !(value as z.ZodType).safeParse(undefined).success
    return [{ name, in: where, required, ...(description ? { description } : {}), schema: json }]
  })
}

function requestBody(schema: z.ZodType, schemaOf: Converter): Json {
  const required = !schema.safeParse(undefined).success
  return { required, content: { 'application/json': { schema: schemaOf(schema, 'input') } } }
}

function responses(route: Route, schemaOf: Converter): Json {
  const success = Object.entries(route.responses).map(([status, schema]) => [
    status,
    schema
      ? { description: 'Done', content: { 'application/json': { schema: schemaOf(schema, 'output') } } }
      : { description: 'Done; nothing to say' },
  ])
  return { ...Object.fromEntries(success), default: { $ref: '#/components/responses/Error' } }
}

function tags(): Json[] {
  return [...new Set(ROUTE_LIST.map(({ route }) => route.tag))].map((name) => ({ name }))
}
