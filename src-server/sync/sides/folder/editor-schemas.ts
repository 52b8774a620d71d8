import { z } from 'zod'
import type { Route } from '#contract/interface/route.ts'
import { ROUTES } from '#contract/routes/index.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { insideOf, LAYOUT } from './layout.ts'

type Json = Record<string, unknown>

/** What the interface answers, as editors check it: any field may be absent, since a file holds only what is compared. */
const CONVERSION = {
  unrepresentable: 'any',
  target: 'draft-2020-12',
  io: 'output',
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    delete jsonSchema.required
    delete jsonSchema.additionalProperties
    // Names stand in the place of ids, and what is null is left out.
    delete jsonSchema.pattern
    delete jsonSchema.format
  },
} as const

/** The JSON Schema of each kind that has files, as text. */
export function editorSchemas(): [SyncKind, string][] {
  return SYNC_KINDS.filter((kind) => !('within' in LAYOUT[kind])).map((kind) => [kind, schemaOf(kind)])
}

function schemaOf(kind: SyncKind): string {
  const { $defs, $schema, ...spec } = z.toJSONSchema(bodyOf(kind), CONVERSION) as Json
  const inside = insideOf(kind).map(({ field, single }) => [field, single ? {} : { type: 'array' }] as const)
  const properties = { kind: { const: kind }, ref: { type: 'string' }, spec, ...Object.fromEntries(inside) }
  const schema = { $schema, title: SYNCED_KINDS[kind].singular, type: 'object', properties, required: ['kind', 'spec'] }
  return `${JSON.stringify({ ...schema, additionalProperties: false, ...($defs ? { $defs } : {}) }, null, 2)}\n`
}

function bodyOf(kind: SyncKind): z.ZodType {
  const route = ROUTES[SYNCED_KINDS[kind].source.operation] as Route
  const reply = route.responses[200]
  if (reply instanceof z.ZodArray) return reply.element as z.ZodType
  return reply as z.ZodType
}
