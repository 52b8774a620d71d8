import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { lineSchema, linksSchema, nameOfLength, timestampSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

const displayName = nameOfLength(255)

export const userTypeWriteSchema = z
  .object({
    name: z
      .string()
      .max(50)
      .regex(/^[A-Za-z]\w*$/, 'must start with a letter and hold only letters, digits and underscores'),
    displayName,
    description: worded(z.string().max(LIMITS.descriptionLength), 'shippedName').optional(),
  })
  .meta({ id: 'UserTypeWrite' })

/** A whole replacement: all three are needed, the name as it is (spec/2 "User types"). */
export const userTypeReplaceSchema = z
  .object({
    name: lineSchema().max(50),
    displayName,
    description: worded(z.string().max(LIMITS.descriptionLength), 'shippedName'),
  })
  .meta({ id: 'UserTypeReplace' })

/** Fields that a change omits stay; the name may be sent unchanged (spec/5 §5). */
export const userTypeUpdateSchema = userTypeReplaceSchema.partial().meta({ id: 'UserTypeUpdate' })

/** A template for the profiles of a kind of people (spec/2 "User Type"). */
export const userTypeSchema = z
  .object({
    id: z.string(),
    displayName: z.string(),
    name: z.string(),
    description: worded(z.string(), 'shippedName'),
    createdBy: z.string(),
    lastUpdatedBy: z.string(),
    default: z.boolean(),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'UserType' })
export type UserType = z.output<typeof userTypeSchema>
