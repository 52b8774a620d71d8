import type { z } from 'zod'
import { errorBodySchema } from '../contract/error-body.ts'
import { ROUTE_LIST } from '../contract/routes/index.ts'
import type { Route } from '../contract/route.ts'
import { Components, type Converter } from './components.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the whole interface, made from the route table alone. */
export function openApiDocument(options: { version: string; url: string }): Json {
  const components = new Components()
  const operations: Record<string, Json> = {}
  for (const { id, route } of ROUTE_LIST) {
    const path = (operations[route.path] ??= {})
    path[route.method.toLowerCase()] = operation(id, route, components.convert)
  }
  components.convert(errorBodySchema, 'output')
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
    ...(route.upload
      ? { requestBody: { required: true, content: { [route.upload]: { schema: { type: 'string' } } } } }
      : {}),
    responses: responses(route, schemaOf),
  }
}

function parameters(where: 'path' | 'query', schema: z.ZodObject, schemaOf: Converter): Json[] {
  return Object.entries(schema.shape).flatMap(([name, value]) => {
    const { description, ...json } = schemaOf(value as z.ZodType, 'input')
    // A parameter that only exists to be refused has no schema, and is not part of what is offered.
    if (Object.keys(json).length === 0) return []
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
