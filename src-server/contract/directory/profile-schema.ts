import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { lineSchema, linksSchema, nameOfLength, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
import { SELF_ACTIONS } from './base-profile.ts'

/** What the values of a custom attribute, and of the members of a list, may be. */
const ITEM_TYPES = ['string', 'number', 'integer'] as const
export const ATTRIBUTE_TYPES = [...ITEM_TYPES, 'boolean', 'array'] as const

const scalar = z.union([z.string().max(LIMITS.attributeTextLength), z.number()])
const title = nameOfLength(LIMITS.attributeTitleLength)
const choices = {
  enum: z.array(scalar).max(LIMITS.attributeChoices).optional(),
  oneOf: z
    .array(z.object({ const: scalar, title: lineSchema().max(LIMITS.attributeTitleLength) }))
    .max(LIMITS.attributeChoices)
    .optional(),
}
const items = z.object({ type: z.enum(ITEM_TYPES), ...choices })
const permissions = z.array(z.object({ principal: z.literal('SELF'), action: z.enum(SELF_ACTIONS) })).max(1)
const priority = z.object({ type: z.string().max(50), value: z.string().max(255) })
const master = z.object({
  type: z.enum(['PROFILE_MASTER', 'SVC', 'OVERRIDE']),
  priority: z.array(priority).max(20).optional(),
})
const textLength = z.int().min(0).max(LIMITS.attributeTextLength).optional()
const required = z.boolean().optional()
const pattern = z.string().min(1).max(LIMITS.patternLength).nullish()

/** The values of an attribute that its definition chooses between, and what each is called. */
export type Choices = z.output<typeof items>

const SCOPES = ['NONE', 'SELF'] as const

/** A custom attribute as it is written: the definition, whole. What is left out is as in a new attribute; the type stays as it is. */
const customAttributeWriteSchema = z
  .object({
    title,
    description: z.string().max(LIMITS.descriptionLength).optional(),
    type: z.enum(ATTRIBUTE_TYPES),
    items: items.optional(),
    required,
    externalName: lineSchema().max(LIMITS.attributeTitleLength).optional(),
    externalNamespace: lineSchema().max(LIMITS.attributeTitleLength).optional(),
    scope: z.enum(SCOPES).optional(),
    unique: z.enum(['UNIQUE_VALIDATED', 'NOT_UNIQUE']).optional(),
    ...choices,
    minLength: textLength,
    maxLength: textLength,
    pattern,
    permissions: permissions.optional(),
    master: master.optional(),
    union: z.enum(['ENABLE', 'DISABLE']).optional(),
  })
  .meta({ id: 'CustomAttributeWrite' })
export type CustomAttributeWrite = z.output<typeof customAttributeWriteSchema>

/** What may change of a base attribute; what is left out stays, and a pattern of null goes. */
const baseAttributeWriteSchema = z
  .object({
    required,
    pattern,
    permissions: permissions.optional(),
    master: master.optional(),
    // As shipped, whatever is said; clients send whole attributes.
    ...{ title: lineSchema().optional(), description: z.string().optional(), type: z.string().optional() },
    ...{ format: z.string().optional(), scope: z.string().optional(), unique: z.string().optional() },
    ...{ minLength: z.number().optional(), maxLength: z.number().optional() },
  })
  .meta({ id: 'BaseAttributeWrite' })
export type BaseAttributeWrite = z.output<typeof baseAttributeWriteSchema>

/** What a custom attribute may be named. */
export const ATTRIBUTE_NAME = /^[A-Za-z_]\w*$/

/** Frames that clients send back with the part that they change. */
const frame = {
  id: z.string().optional(),
  type: z.literal('object').optional(),
  required: z.array(z.string()).optional(),
}

/** A change of a schema: attributes to add or to replace; null removes one (spec/5 §6). */
export const profileSchemaUpdateSchema = z
  .object({
    definitions: z
      .object({
        custom: z
          .object({
            ...frame,
            properties: z.record(z.string(), customAttributeWriteSchema.nullable()).optional(),
          })
          .optional(),
        base: z
          .object({
            ...frame,
            properties: z.record(z.string(), baseAttributeWriteSchema.nullable()).optional(),
          })
          .optional(),
      })
      .optional(),
  })
  .meta({ id: 'ProfileSchemaUpdate' })
export type ProfileSchemaUpdate = z.output<typeof profileSchemaUpdateSchema>

/** An attribute as schemas answer it, in the interface's order of keys. */
const schemaAttributeSchema = z
  .object({
    title: z.string(),
    description: z.string().optional(),
    type: z.enum(ATTRIBUTE_TYPES),
    items: items.optional(),
    required: z.literal(true).optional(),
    format: z.string().optional(),
    externalName: z.string().optional(),
    externalNamespace: z.string().optional(),
    mutability: z.literal('READ_WRITE').optional(),
    scope: z.enum(SCOPES),
    unique: z.literal('UNIQUE_VALIDATED').optional(),
    ...choices,
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    pattern: z.string().optional(),
    permissions: permissions.optional(),
    master: master.optional(),
    union: z.literal('ENABLE').optional(),
  })
  .meta({ id: 'SchemaAttribute' })
export type SchemaAttribute = z.output<typeof schemaAttributeSchema>

const definition = {
  type: z.literal('object'),
  properties: z.record(z.string(), schemaAttributeSchema),
}

/** What the profiles of a kind of object hold: the attributes that all organizations have, and this one's own (spec/5 §6). */
export const profileSchemaSchema = z
  .object({
    id: z.string(),
    $schema: z.string(),
    name: worded(z.string(), 'shippedName'),
    title: worded(z.string(), 'shippedName'),
    description: worded(z.string(), 'shippedName').optional(),
    lastUpdated: timestampSchema,
    created: timestampSchema,
    definitions: z.object({
      custom: z.object({ id: z.literal('#custom'), ...definition, required: z.array(z.string()).optional() }),
      base: z.object({ id: z.literal('#base'), ...definition, required: z.array(z.string()) }),
    }),
    type: z.literal('object'),
    properties: z.object({ profile: z.object({ allOf: z.array(z.record(z.string(), z.string())) }) }),
    _links: linksSchema.optional(),
  })
  .meta({ id: 'ProfileSchema' })
export type ProfileSchema = z.output<typeof profileSchemaSchema>

const namedAttribute = z.object({
  name: z.string(),
  title: z.string(),
  type: z.enum(ATTRIBUTE_TYPES),
  items: z.object({ type: z.enum(ITEM_TYPES) }).optional(),
})

/** The attributes that an organization has added to the profiles of people and of groups, whatever their user type. */
export const customAttributesSchema = z
  .object({ user: z.array(namedAttribute), group: z.array(namedAttribute) })
  .meta({ id: 'CustomAttributes' })
/** One of them, as far as searches and expressions need it. */
export type CustomAttribute = z.output<typeof namedAttribute>
