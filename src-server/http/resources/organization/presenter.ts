import {
  ORGANIZATION_FIELDS,
  WITHOUT_VALUE,
  type Organization,
  type OrganizationField,
} from '#contract/organization/organization.ts'
import type {
  CommunicationSetting,
  Contact,
  ContactType,
  ContactTypeReply,
  OrgPreferences,
  SupportSetting,
} from '#contract/organization/settings.ts'
import type { StoredOrganization } from '#operations/service/settings.ts'
import { link } from '../links.ts'

/** Where a logo is served. */
export const logoAddress = (logoId: string, base: string) => `${base}/img/organization/${logoId}`

/** The organization; each field is there, with or without a value (spec/5 §7). */
export function presentOrganization(stored: StoredOrganization, logoId: string | null, base: string): Organization {
  const { id, subdomain, name, created, lastUpdated, profile } = stored
  const fields = Object.fromEntries(
    ORGANIZATION_FIELDS.map((field) => [field, profile[field] ?? WITHOUT_VALUE[field]]),
  ) as Record<OrganizationField, string | null>
  const at = (path: string) => `${base}/api/v1/org/${path}`
  return {
    ...{ id, subdomain, companyName: name, status: 'ACTIVE', expiresAt: null, created, lastUpdated },
    ...fields,
    _links: {
      preferences: { href: at('preferences') },
      uploadLogo: link(at('logo'), 'POST'),
      svcCommunication: { href: at('privacy/svcCommunication') },
      logo: logoId === null ? null : { href: logoAddress(logoId, base) },
      svcSupport: { href: at('privacy/svcSupport') },
      contacts: { href: at('contacts') },
    },
  }
}

/** Its link has small letters (spec/5 §7). */
export function presentContactType(contactType: ContactType, base: string): ContactTypeReply {
  const name = contactType.toLowerCase()
  return { contactType, _links: { [name]: { href: `${base}/api/v1/org/contacts/${name}` } } }
}

export function presentContact(userId: string | null, base: string): Contact {
  return { userId, _links: userId === null ? {} : { user: { href: `${base}/api/v1/users/${userId}` } } }
}

/** @param expiration null where there is no access */
export function presentSupport(expiration: string | null, base: string): SupportSetting {
  const links = linksTo(`${base}/api/v1/org/privacy/svcSupport`, ...(expiration ? ['extend', 'revoke'] : ['grant']))
  return { support: expiration ? 'ENABLED' : 'DISABLED', expiration, _links: links }
}

/** With one link, to the opposite. */
export function presentCommunication(
  { optOutEmailUsers }: { optOutEmailUsers: boolean },
  base: string,
): CommunicationSetting {
  const step = optOutEmailUsers ? 'optIn' : 'optOut'
  return { optOutEmailUsers, _links: linksTo(`${base}/api/v1/org/privacy/svcCommunication`, step) }
}

/** With one link, to the opposite. */
export function presentPreferences(
  { showEndUserFooter }: { showEndUserFooter: boolean },
  base: string,
): OrgPreferences {
  const step = showEndUserFooter ? 'hideEndUserFooter' : 'showEndUserFooter'
  return { showEndUserFooter, _links: linksTo(`${base}/api/v1/org/preferences`, step) }
}

const linksTo = (path: string, ...steps: string[]) =>
  Object.fromEntries(steps.map((step) => [step, link(`${path}/${step}`, 'POST')]))
