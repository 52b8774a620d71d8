import type { schemaRoutes } from '#contract/routes/schemas.ts'
import { apps } from '#db/tables/apps.ts'
import { searchedGroupAttributes } from '#operations/directory/app-groups.ts'
import {
  countUse,
  customAttributesOf,
  groupSchema,
  ownerOfApp,
  ownerOfType,
  requireTypeOfSchema,
  schemaOf,
  updateGroupSchema,
  updateSchema,
} from '#operations/directory/profile-schemas.ts'
import { updateAppSchema } from '#operations/apps/self-service.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { HandlerInput } from '../../reply.ts'
import type { Route } from '#contract/interface/route.ts'
import { presentAppSchema, presentGroupSchema, presentUserSchema } from './presenter.ts'

type Source = Pick<HandlerInput<Route>, 'reader' | 'base'>

async function userSchemaReply({ reader, base }: Source, schemaId: string) {
  const type = await requireTypeOfSchema(reader, schemaId)
  return { body: presentUserSchema(type, await schemaOf(reader, ownerOfType(type)), base) }
}

async function groupSchemaReply({ reader, base }: Source) {
  return { body: presentGroupSchema(await groupSchema(reader), base) }
}

async function appSchemaReply({ reader, base }: Source, appId: string) {
  const app = await apps.require(reader, appId)
  return { body: presentAppSchema(app, await schemaOf(reader, ownerOfApp(app)), base) }
}

export const schemaHandlers: HandlerTable<typeof schemaRoutes> = {
  getUserSchema: (input) => userSchemaReply(input, input.params.schemaId),

  updateUserSchema: async (input) => {
    const { write, params, body } = input
    await write(async (tx) => updateSchema(tx, ownerOfType(await requireTypeOfSchema(tx, params.schemaId)), body))
    return userSchemaReply(input, params.schemaId)
  },

  getGroupSchema: groupSchemaReply,

  updateGroupSchema: async (input) => {
    await input.write((tx) => updateGroupSchema(tx, input.body))
    return groupSchemaReply(input)
  },

  getAppUserSchema: (input) => appSchemaReply(input, input.params.appId),

  updateAppUserSchema: async (input) => {
    const { write, params, body } = input
    await write((tx) => updateAppSchema(tx, params.appId, body))
    return appSchemaReply(input, params.appId)
  },

  getCustomAttributes: async ({ reader }) => ({
    body: { user: await customAttributesOf(reader, 'user'), group: await searchedGroupAttributes(reader) },
  }),

  getAttributeUse: async ({ reader, params, query }) => {
    return { body: { profiles: await countUse(reader, params.schemaId, query.attribute) } }
  },
}
