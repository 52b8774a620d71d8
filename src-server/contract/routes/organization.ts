import { z } from 'zod'
import { media } from '../interface/content-types.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF } from '../interface/list-links.ts'
import { defineRoute } from '../interface/route.ts'
import { PICTURES } from './logos.ts'
import { KINDS } from '../kinds.ts'
import { bouncedAddressSchema, removeListReplySchema, removeListSchema } from '../organization/bounces.ts'
import {
  organizationReplaceSchema,
  organizationSchema,
  organizationUpdateSchema,
} from '../organization/organization.ts'
import {
  appSelfServiceSchema,
  clientPrivilegesSchema,
  communicationSettingSchema,
  CONTACT_TYPES,
  contactSchema,
  contactTypeSchema,
  contactWriteSchema,
  orgPreferencesSchema,
  supportSettingSchema,
  thirdPartyAdminSchema,
} from '../organization/settings.ts'

const reading = { tag: 'Organization', scope: 'svc.orgs.read', method: 'GET' } as const
const managing = { tag: 'Organization', scope: 'svc.orgs.manage' } as const
const contactParams = z.object({
  contactType: idSchema.meta({ description: `${CONTACT_TYPES.join(' or ')}, in letters of either case` }),
})

/** A change that takes no body: the last word of its address says which. */
const step = <Reply extends z.ZodType>(path: string, summary: string, reply: Reply) =>
  defineRoute({ ...managing, method: 'POST', path: `/api/v1/org/${path}`, summary, responses: { 200: reply } })

/** The organization and its settings (spec/2 "Org settings"). */
export const organizationRoutes = {
  getOrganization: defineRoute({
    ...reading,
    path: '/api/v1/org',
    summary: 'Read the profile of the organization',
    responses: { 200: organizationSchema },
  }),
  replaceOrganization: defineRoute({
    ...managing,
    method: 'PUT',
    path: '/api/v1/org',
    summary: 'Replace the profile of the organization',
    description: 'What the body leaves out is deleted. The name is needed.',
    body: organizationReplaceSchema,
    responses: { 200: organizationSchema },
  }),
  updateOrganization: defineRoute({
    ...managing,
    method: 'POST',
    path: '/api/v1/org',
    summary: 'Change some of the profile of the organization',
    description: 'What the body leaves out, or gives as `null`, stays; an empty text takes a value away.',
    body: organizationUpdateSchema,
    responses: { 200: organizationSchema },
  }),
  listContactTypes: defineRoute({
    ...reading,
    path: '/api/v1/org/contacts',
    summary: 'List what the organization names contacts for',
    links: NO_SELF,
    responses: { 200: z.array(contactTypeSchema) },
  }),
  getContact: defineRoute({
    ...reading,
    path: '/api/v1/org/contacts/{contactType}',
    summary: 'Read who is the contact for a matter',
    description: '`userId` is null while there is none, as after the person was deleted.',
    params: contactParams,
    responses: { 200: contactSchema },
  }),
  replaceContact: defineRoute({
    ...managing,
    method: 'PUT',
    path: '/api/v1/org/contacts/{contactType}',
    summary: 'Make a person the contact for a matter',
    params: contactParams,
    body: contactWriteSchema,
    responses: { 200: contactSchema },
  }),
  getSupportSetting: defineRoute({
    ...reading,
    path: '/api/v1/org/privacy/svcSupport',
    summary: 'Read whether the vendor’s support has access, and until when',
    responses: { 200: supportSettingSchema },
  }),
  grantSupport: step('privacy/svcSupport/grant', 'Let the vendor’s support in for eight hours', supportSettingSchema),
  extendSupport: step(
    'privacy/svcSupport/extend',
    'Add a day to the remaining time of the vendor’s support',
    supportSettingSchema,
  ),
  revokeSupport: step('privacy/svcSupport/revoke', 'End the access of the vendor’s support', supportSettingSchema),
  getCommunicationSetting: defineRoute({
    ...reading,
    path: '/api/v1/org/privacy/svcCommunication',
    summary: 'Read whether people get vendor emails',
    responses: { 200: communicationSettingSchema },
  }),
  optUsersOut: step(
    'privacy/svcCommunication/optOut',
    'Switch vendor emails off for all people',
    communicationSettingSchema,
  ),
  optUsersIn: step(
    'privacy/svcCommunication/optIn',
    'Switch vendor emails on for all people',
    communicationSettingSchema,
  ),
  getOrgPreferences: defineRoute({
    ...reading,
    path: '/api/v1/org/preferences',
    summary: 'Read what the pages of people show',
    responses: { 200: orgPreferencesSchema },
  }),
  showEndUserFooter: step(
    'preferences/showEndUserFooter',
    'Show a footer on the pages of people',
    orgPreferencesSchema,
  ),
  hideEndUserFooter: step(
    'preferences/hideEndUserFooter',
    'Hide the footer on the pages of people',
    orgPreferencesSchema,
  ),
  removeBounces: defineRoute({
    ...managing,
    method: 'POST',
    path: '/api/v1/org/email/bounces/remove-list',
    summary: 'Remove addresses from the bounce list',
    description:
      'A job does so soon after. Each address is checked by itself: those that are none by RFC 3696, or that no person here has, come back as `errors`, and the others are accepted.',
    body: removeListSchema,
    responses: { 200: removeListReplySchema },
  }),
  listBouncedAddresses: defineRoute({
    ...reading,
    // They are people's.
    permissions: ['svc.orgs.read', 'svc.users.read'],
    path: KINDS.bouncedAddress.path,
    summary: 'List the addresses that mail came back from',
    query: z.object({ limit: limitSchema(KINDS.bouncedAddress.page), after: cursorSchema }),
    responses: { 200: z.array(bouncedAddressSchema) },
  }),
  uploadOrganizationLogo: defineRoute({
    tag: 'Organization',
    scope: 'svc.apps.manage',
    // The scope is the public interface's; it is a picture of the organization.
    permissions: ['svc.orgs.manage'],
    method: 'POST',
    path: '/api/v1/org/logo',
    summary: 'Upload the logo of the organization',
    description:
      'A PNG, JPG or GIF under 1 MB. Landscape with a transparent background and at least 420 by 120 pixels is advised; `Location` says where it is served.',
    deprecated: true,
    consumes: 'multipart/form-data',
    maxBytes: LIMITS.formBytes,
    responses: { 201: null },
  }),
  /** Public like what it is put on; its address cannot be guessed. */
  getOrganizationLogo: defineRoute({
    tag: 'Organization',
    auth: 'public',
    hidden: true,
    method: 'GET',
    path: '/img/organization/{logoId}',
    summary: 'Read the logo of the organization',
    params: z.object({ logoId: idSchema }),
    responses: { 200: media(...PICTURES) },
  }),
  getThirdPartyAdmin: defineRoute({
    ...reading,
    path: '/api/v1/org/orgSettings/thirdPartyAdminSetting',
    summary: 'Read whether third-party administrators are allowed',
    responses: { 200: thirdPartyAdminSchema },
  }),
  updateThirdPartyAdmin: defineRoute({
    ...managing,
    method: 'POST',
    path: '/api/v1/org/orgSettings/thirdPartyAdminSetting',
    summary: 'Change whether third-party administrators are allowed',
    body: thirdPartyAdminSchema,
    responses: { 200: thirdPartyAdminSchema },
  }),
  getClientPrivileges: defineRoute({
    ...reading,
    path: '/api/v1/org/settings/clientPrivilegesSetting',
    summary: 'Read whether new clients are meant to be super administrators',
    description: 'It is kept and changes nothing here: a new client has no role until one is assigned to it.',
    responses: { 200: clientPrivilegesSchema },
  }),
  replaceClientPrivileges: defineRoute({
    ...managing,
    method: 'PUT',
    path: '/api/v1/org/settings/clientPrivilegesSetting',
    summary: 'Change whether new clients are meant to be super administrators',
    description: 'It is kept and changes nothing here: a new client has no role until one is assigned to it.',
    body: clientPrivilegesSchema,
    responses: { 200: clientPrivilegesSchema },
  }),
  getAppSelfService: defineRoute({
    ...reading,
    path: '/gatehouse/v1/organization/self-service',
    summary: 'Read whether self-service of applications is on',
    responses: { 200: appSelfServiceSchema },
  }),
  updateAppSelfService: defineRoute({
    ...managing,
    method: 'PUT',
    path: '/gatehouse/v1/organization/self-service',
    summary: 'Switch self-service of applications on or off',
    description:
      'Where they may not, an application that lets them is refused with E0000043; those that do already stay as they are.',
    body: appSelfServiceSchema,
    responses: { 200: appSelfServiceSchema },
  }),
}
