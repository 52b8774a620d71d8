import type { Route } from '#contract/interface/route.ts'
import type { organizationRoutes } from '#contract/routes/organization.ts'
import { listBouncedAddresses, requestBounceRemoval } from '#operations/organization/bounces.ts'
import { listContactTypes, readContact, replaceContact } from '#operations/organization/contacts.ts'
import { replaceOrganizationLogo } from '#operations/logos/logos.ts'
import { readLogoId } from '#operations/logos/logos.sql.ts'
import { readOrganization, replaceOrganization, updateOrganization } from '#operations/organization/organization.ts'
import { changeSupportAccess, readSupportAccess } from '#operations/organization/support-access.ts'
import { readSwitch, writeSwitch } from '#operations/organization/switches.ts'
import type { HandlerTable } from '../../handler-table.ts'
import type { Handler, HandlerInput } from '../../reply.ts'
import { serveLogo } from '../logos/served-logo.ts'
import {
  logoAddress,
  presentCommunication,
  presentContact,
  presentContactType,
  presentOrganization,
  presentPreferences,
  presentSupport,
} from './presenter.ts'

type Input = Pick<HandlerInput<Route>, 'reader' | 'base' | 'service'>
type Routes = typeof organizationRoutes

const organization = async ({ reader, base }: Input) => ({
  body: presentOrganization(await readOrganization(reader), await readLogoId(reader), base),
})
const contact = async ({ reader, base }: Input, contactType: string) => ({
  body: presentContact(await readContact(reader, contactType), base),
})
const support = async ({ reader, base, service }: Input) => ({
  body: presentSupport(await readSupportAccess(reader, service.now()), base),
})
const communication = async ({ reader, base }: Input) => ({
  body: presentCommunication(await readSwitch(reader, 'communication'), base),
})
const preferences = async ({ reader, base }: Input) => ({
  body: presentPreferences(await readSwitch(reader, 'preferences'), base),
})

const supportStep =
  (step: 'grant' | 'extend' | 'revoke'): Handler<Routes['grantSupport']> =>
  async (input) => {
    await input.write((tx) => changeSupportAccess(tx, step))
    return support(input)
  }

const optOut =
  (optOutEmailUsers: boolean): Handler<Routes['optUsersOut']> =>
  async (input) => {
    await input.write((tx) => writeSwitch(tx, 'communication', { optOutEmailUsers }))
    return communication(input)
  }

const showFooter =
  (showEndUserFooter: boolean): Handler<Routes['showEndUserFooter']> =>
  async (input) => {
    await input.write((tx) => writeSwitch(tx, 'preferences', { showEndUserFooter }))
    return preferences(input)
  }

export const organizationHandlers: HandlerTable<Routes> = {
  getOrganization: organization,

  replaceOrganization: async (input) => {
    await input.write((tx) => replaceOrganization(tx, input.body))
    return organization(input)
  },

  updateOrganization: async (input) => {
    await input.write((tx) => updateOrganization(tx, input.body))
    return organization(input)
  },

  listContactTypes: async ({ reader, base }) => ({
    body: listContactTypes(reader).map((type) => presentContactType(type, base)),
  }),

  getContact: (input) => contact(input, input.params.contactType),

  replaceContact: async (input) => {
    const { write, params, body } = input
    await write((tx) => replaceContact(tx, params.contactType, body.userId))
    return contact(input, params.contactType)
  },

  getSupportSetting: support,
  grantSupport: supportStep('grant'),
  extendSupport: supportStep('extend'),
  revokeSupport: supportStep('revoke'),

  getCommunicationSetting: communication,
  optUsersOut: optOut(true),
  optUsersIn: optOut(false),

  getOrgPreferences: preferences,
  showEndUserFooter: showFooter(true),
  hideEndUserFooter: showFooter(false),

  removeBounces: async ({ write, body }) => ({
    body: { errors: await write((tx) => requestBounceRemoval(tx, body.emailAddresses)) },
  }),

  listBouncedAddresses: async ({ reader, query }) => {
    const { items, next } = await listBouncedAddresses(reader, query)
    return { body: items, next }
  },

  uploadOrganizationLogo: async ({ write, file, base }) => {
    const id = await write((tx) => replaceOrganizationLogo(tx, file))
    return { body: undefined, headers: { Location: logoAddress(id, base) } }
  },

  getOrganizationLogo: ({ reader, params }) => serveLogo(reader, params.logoId),

  getThirdPartyAdmin: async ({ reader }) => ({ body: await readSwitch(reader, 'thirdPartyAdmin') }),

  updateThirdPartyAdmin: async ({ write, reader, body }) => {
    await write((tx) => writeSwitch(tx, 'thirdPartyAdmin', body))
    return { body: await readSwitch(reader, 'thirdPartyAdmin') }
  },

  getClientPrivileges: async ({ reader }) => ({ body: await readSwitch(reader, 'clientPrivileges') }),

  replaceClientPrivileges: async ({ write, reader, body }) => {
    await write((tx) => writeSwitch(tx, 'clientPrivileges', body))
    return { body: await readSwitch(reader, 'clientPrivileges') }
  },

  getAppSelfService: async ({ reader }) => ({ body: await readSwitch(reader, 'selfService') }),

  updateAppSelfService: async ({ write, reader, body }) => {
    await write((tx) => writeSwitch(tx, 'selfService', body))
    return { body: await readSwitch(reader, 'selfService') }
  },
}
