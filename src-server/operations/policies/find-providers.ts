import { Op } from 'sequelize'
import type { ProviderLink } from '#contract/routes/well-known.ts'
import { clientAgent } from '#audit-log/client-agent.ts'
import type { Client } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import { policyResources, type PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import { loginKeyOf } from '#db/tables/users.ts'
import { toPerson } from '../directory/person.ts'
import type { Service } from '../service/service.ts'
import { readOrganizationAndPerson } from './policies.sql.ts'
import { destinationsOf, routeSignIn, routingAsksPeople, type Routing } from './routing.ts'

interface Lookup {
  /** As it was typed. */
  login: string
  client: Pick<Client, 'ip' | 'userAgent'> | null
  /** Base address of links, without a slash at the end. */
  base: string
}

/**
 * Where a login is routed to: links to the active identity providers of the rule that decides, or to the organization itself
 * where it names none (spec/2 "Identity-provider lookup", spec/4 §2.6).
 *
 * Whether a person has the login is not told: known and unknown ones take the same statements and get an answer of the same
 * shape. What differs is only what rules that read attributes of a person imply; where none does, no one is looked up.
 */
export async function findProviders(service: Service, { login, client, base }: Lookup): Promise<ProviderLink[]> {
  const { reader } = service
  const snapshot = await service.snapshot()
  const { subdomain, person } = await readAsked(reader, routingAsksPeople(snapshot) ? login : null)
  const routing = routeSignIn(snapshot, {
    now: Date.parse(service.now()),
    person,
    identifier: login,
    ip: client?.ip ?? null,
    device: { platform: platformOf(client?.userAgent ?? null) },
  })
  const found = destinationsOf(routing, await readProviders(reader, routing))
  if (found.length === 0) return [organizationLink(base, subdomain)]
  return found.map((provider) => providerLink(base, provider))
}

/** The organization, and the person with a login. @param login null where no rule asks for people */
async function readAsked(reader: Reader, login: string | null) {
  const loginKey = login === null ? null : loginKeyOf(login)
  const { subdomain, person } = await readOrganizationAndPerson(reader, loginKey)
  // Routing rules have no conditions on groups.
  return { subdomain, person: person && toPerson(person, []) }
}

/** The providers that routing names, of any status. */
export function readProviders(reader: Reader, { ids, names }: Routing): Promise<PolicyResourceRecord[]> {
  return policyResources.findAll(reader, {
    where: { kind: 'identityProvider', [Op.or]: [{ id: [...ids] }, { name: [...names] }] },
    order: ['name', 'id'],
  })
}

/** Systems as {@link clientAgent} spells them, but for the version of Windows. */
const PLATFORMS: Readonly<Record<string, string>> = {
  Windows: 'WINDOWS',
  'Mac OS X': 'MACOS',
  iOS: 'IOS',
  Android: 'ANDROID',
  ChromeOS: 'CHROMEOS',
  Linux: 'LINUX',
}

/** A program that says nothing of its system runs on some other one. */
function platformOf(header: string | null): string {
  const os = clientAgent(header).userAgent?.os ?? ''
  return PLATFORMS[os.startsWith('Windows') ? 'Windows' : os] ?? 'OTHER'
}

const organizationLink = (base: string, subdomain: string): ProviderLink => ({
  rel: 'http://openid.net/specs/connect/1.0/issuer',
  href: `${base}/sso/idps/SVC`,
  titles: { und: subdomain },
  properties: { 'svc:idp:type': 'SVC' },
})

function providerLink(base: string, { id, name, type }: { id: string; name: string; type: string }): ProviderLink {
  const metadata = type === 'SAML2' ? { 'svc:idp:metadata': `${base}/api/v1/idps/${id}/metadata.xml` } : {}
  return {
    rel: 'svc:idp',
    href: `${base}/sso/idps/${id}`,
    titles: { und: name },
    properties: { ...metadata, 'svc:idp:type': type, 'svc:idp:id': id },
  }
}
