/** JSON Schema 2020-12, as far as the document uses it. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  example?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
  items?: Schema | boolean
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
}

interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

export interface Operation {
  id: string
  method: string
  /** With `{name}` placeholders. */
  path: string
  /** Whether callers need a token. */
  isPublic: boolean
  query: readonly Parameter[]
  body: { type: string; schema: Schema; required: boolean } | null
  /** Declared statuses with the schema's place in the document by content type; without any, the body is empty. */
  replies: ReadonlyMap<number, ReadonlyMap<string, string>>
  /** Statuses of refusals that may be empty, with a challenge. */
  challenges: ReadonlySet<number>
}

type Json = Record<string, unknown>

interface RawOperation {
  operationId: string
  parameters: Parameter[]
  security?: unknown[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string }>
}

/** What the fuzzer knows of the interface: nothing but its OpenAPI document. */
export class ApiDocument {
  readonly json: Json
  readonly operations: readonly Operation[]
  readonly #patterns: readonly { operation: Operation; pattern: RegExp; holes: number }[]

  constructor(json: Json) {
    this.json = json
    const paths = json['paths'] as Record<string, Record<string, RawOperation>>
    this.operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => this.#operation(path, method, raw)),
    )
    this.#patterns = this.operations
      .map((operation) => ({ operation, pattern: patternOf(operation.path), holes: operation.path.split('{').length }))
      .sort((a, b) => a.holes - b.holes)
  }

  /** What a reference points at; any other schema is itself. */
  resolve(schema: Schema): Schema {
    return schema.$ref ? this.resolve(this.#at(schema.$ref) as Schema) : schema
  }

  /** The schema of a part of what a schema describes; undefined where it describes none. */
  partOf(schema: Schema, [key, ...rest]: readonly string[]): Schema | undefined {
    const { properties, items, additionalProperties, anyOf, oneOf, allOf } = this.resolve(schema)
    if (key === undefined) return schema
    const inner = properties?.[key] ?? (/^\d+$/.test(key) ? items : undefined) ?? additionalProperties
    if (typeof inner === 'object') return this.partOf(inner, rest)
    for (const choice of [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])]) {
      const found = this.partOf(choice, [key, ...rest])
      if (found) return found
    }
    return undefined
  }

  /** The operation that a request reaches; HEAD reaches what GET does. Undefined where the document has none. */
  find(method: string, path: string): Operation | undefined {
    const asked = method === 'HEAD' ? 'GET' : method
    return this.#patterns.find(({ operation, pattern }) => operation.method === asked && pattern.test(path))?.operation
  }

  /** The values in a path that a template has placeholders for; null where it is another path. */
  bind(template: string, path: string): Record<string, string> | null {
    const groups = patternOf(template).exec(path)?.groups
    if (!groups) return null
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  }

  #at(reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<unknown>((node, key) => (node as Json | undefined)?.[key.replaceAll('~1', '/')], this.json)
  }

  #operation(path: string, method: string, raw: RawOperation): Operation {
    const [type] = Object.keys(raw.requestBody?.content ?? {})
    return {
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      isPublic: raw.security?.length === 0,
      query: raw.parameters.filter((parameter) => parameter.in === 'query'),
      body:
        raw.requestBody && type
          ? {
              type,
              schema: raw.requestBody.content[type]?.schema as Schema,
              required: raw.requestBody.required,
            }
          : null,
      replies: this.#replies(path, method, raw),
      challenges: new Set(
        Object.keys(raw.responses)
          .filter((status) => JSON.stringify(raw.responses[status]).includes('.challenge"'))
          .map(Number),
      ),
    }
  }

  #replies(path: string, method: string, { responses }: RawOperation): Operation['replies'] {
    const own = `#/paths/${path.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')}/${method}/responses`
    const numbered = Object.entries(responses).filter(([status]) => /^\d+$/.test(status))
    return new Map(
      numbered.map(([status, response]) => {
        const place = response.$ref ?? `${own}/${status}`
        const target = (response.$ref ? this.#at(response.$ref) : response) as { content?: Record<string, Json> }
        const schemas = Object.entries(target.content ?? {}).map(([type, { schema }]) => {
          const at = `${place}/content/${type.replaceAll('/', '~1')}/schema`
          return [type, schema ? at : ''] as const
        })
        return [Number(status), new Map(schemas)]
      }),
    )
  }
}

function patternOf(template: string): RegExp {
  const escaped = template.replaceAll(/[.]/g, '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return new RegExp(`^${escaped}$`)
}
