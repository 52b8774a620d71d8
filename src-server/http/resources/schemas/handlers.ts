import type { schemaRoutes } from '#contract/routes/schemas.ts'
import {
  countValues,
  customAttributesOf,
  ownerOfType,
  requireTypeOfSchema,
  schemaOf,
  updateSchema,
} from '#operations/directory/profile-schemas.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import type { Route } from '#contract/interface/route.ts'
import { presentUserSchema } from './presenter.ts'

type Source = Pick<HandlerInput<Route>, 'reader' | 'base'>

async function userSchemaReply({ reader, base }: Source, schemaId: string) {
  const type = await requireTypeOfSchema(reader, schemaId)
  return { body: presentUserSchema(type, await schemaOf(reader, ownerOfType(type)), base) }
}

export const schemaHandlers: HandlerTable<typeof schemaRoutes> = {
  getUserSchema: (input) => userSchemaReply(input, input.params.schemaId),

  updateUserSchema: async (input) => {
    const { write, params, body } = input
    await write(async (tx) => updateSchema(tx, ownerOfType(await requireTypeOfSchema(tx, params.schemaId)), body))
    return userSchemaReply(input, params.schemaId)
  },

  getCustomAttributes: async ({ reader }) => ({
    body: { user: await customAttributesOf(reader, 'user'), group: await customAttributesOf(reader, 'group') },
  }),

  getAttributeUse: async ({ reader, params, query }) => {
    const owner = ownerOfType(await requireTypeOfSchema(reader, params.schemaId))
    return { body: { profiles: await countValues(reader, owner, query.attribute) } }
  },
}
