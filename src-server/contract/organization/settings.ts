import { z } from 'zod'
import { linksSchema, timestampSchema } from '../interface/fields.ts'

/** What an organization names contacts for (spec/2 "Contact Type and Contact User"). */
export const CONTACT_TYPES = ['BILLING', 'TECHNICAL'] as const
export type ContactType = (typeof CONTACT_TYPES)[number]

export const contactTypeSchema = z
  .object({ contactType: z.enum(CONTACT_TYPES), _links: linksSchema })
  .meta({ id: 'ContactType' })
export type ContactTypeReply = z.output<typeof contactTypeSchema>

/** The person who is asked; null while there is none. */
export const contactSchema = z
  .object({ userId: z.string().nullable(), _links: linksSchema })
  .meta({ id: 'ContactUser' })
export type Contact = z.output<typeof contactSchema>

export const contactWriteSchema = z.object({ userId: z.string().min(1).max(255) }).meta({ id: 'ContactUserWrite' })

/** Whether the vendor's support may come in, and until when (spec/2 "Support Setting"). */
export const supportSettingSchema = z
  .object({
    support: z.enum(['ENABLED', 'DISABLED']),
    expiration: timestampSchema.nullable(),
    _links: linksSchema,
  })
  .meta({ id: 'SupportSetting' })
export type SupportSetting = z.output<typeof supportSettingSchema>

/** Whether people are spared the vendor's emails (spec/2 "Communication Setting"). */
export const communicationSettingSchema = z
  .object({ optOutEmailUsers: z.boolean(), _links: linksSchema })
  .meta({ id: 'CommunicationSetting' })
export type CommunicationSetting = z.output<typeof communicationSettingSchema>

/** What the pages of people show (spec/2 "Org Preferences"). */
export const orgPreferencesSchema = z
  .object({ showEndUserFooter: z.boolean(), _links: linksSchema })
  .meta({ id: 'OrgPreferences' })
export type OrgPreferences = z.output<typeof orgPreferencesSchema>

/** Whether people from outside may be administrators (spec/2 "Third-party admin setting"). */
export const thirdPartyAdminSchema = z.object({ thirdPartyAdmin: z.boolean() }).meta({ id: 'ThirdPartyAdminSetting' })

/**
 * Whether clients that call this interface by themselves are super administrators from their creation. It is kept for scripts that set it;
 * here a new client has no role in either case, because who may make applications could otherwise make super administrators.
 */
export const clientPrivilegesSchema = z
  .object({ clientPrivilegesSetting: z.boolean() })
  .meta({ id: 'ClientPrivilegesSetting' })

/**
 * Whether people may give themselves applications that say so (`accessibility.selfService`). Ours: the interface refuses where an
 * organization lacks the feature (spec/5 §8.5), and says not where it is switched.
 */
export const appSelfServiceSchema = z.object({ appSelfService: z.boolean() }).meta({ id: 'AppSelfServiceSetting' })
