import {
  ORGANIZATION_FIELDS,
  type OrganizationReplace,
  type OrganizationUpdate,
} from '#contract/organization/organization.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { SetupTx, Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { readSetting, writeSetting, type StoredOrganization } from '../service/settings.ts'

const ACTION = 'gatehouse.organization.update'

/** @throws Error for a workspace that was not filled */
export async function readOrganization(reader: Reader): Promise<StoredOrganization> {
  const organization = await readSetting(reader, 'organization')
  if (!organization) throw new Error('the workspace has no organization')
  return organization
}

/** What exports say of where they come from; also of a file that an older version wrote. */
export async function organizationName(reader: Reader): Promise<Pick<StoredOrganization, 'id' | 'name'>> {
  const { id = '', name = '' } = (await readSetting(reader, 'organization')) ?? {}
  return { id, name }
}

/** Makes the organization of a new workspace. */
export async function insertOrganization(tx: SetupTx, name: string): Promise<void> {
  const stamp = { created: tx.now, lastUpdated: tx.now }
  await writeSetting(tx, 'organization', {
    id: tx.newId('org'),
    ...{ name, subdomain: subdomainOf(name) },
    ...stamp,
    profile: {},
  })
}

/** Gives an organization that was just made another name with all that belongs to it; leaves no event. */
export async function nameOrganization(
  tx: SetupTx,
  { name, profile }: Pick<StoredOrganization, 'name' | 'profile'>,
): Promise<void> {
  const before = await readOrganization(tx)
  await writeSetting(tx, 'organization', { ...before, name, subdomain: subdomainOf(name), profile })
}

/** What a name gives for the first part of a domain (RFC 1035): lower-case letters, digits and hyphens, 60 at the most. */
function subdomainOf(name: string): string {
  const label = name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
  return label.slice(0, 60).replaceAll(/^-|-$/g, '') || 'organization'
}

/** Replaces the profile: a field that is missing, `null` or empty is deleted (spec/2 "Org settings"). */
export async function replaceOrganization(tx: Tx, { companyName, ...fields }: OrganizationReplace): Promise<void> {
  const before = await readOrganization(tx)
  await writeProfile(tx, before, companyName, fields)
}

/** Changes fields of the profile: one that is missing or `null` stays (spec/5 §0.1), an empty one is deleted. */
export async function updateOrganization(tx: Tx, { companyName, ...fields }: OrganizationUpdate): Promise<void> {
  const before = await readOrganization(tx)
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))
  await writeProfile(tx, before, companyName ?? before.name, { ...before.profile, ...given })
}

async function writeProfile(
  tx: Tx,
  before: StoredOrganization,
  name: string,
  fields: Omit<OrganizationUpdate, 'companyName'>,
): Promise<void> {
  tx.authorize(ACTION, [targetOf('org', before)], 'well-formed')
  const profile = Object.fromEntries(
    ORGANIZATION_FIELDS.flatMap((field) => (fields[field] ? [[field, fields[field]]] : [])),
  )
  const details = changeDetails({ companyName: before.name, ...before.profile }, { companyName: name, ...profile })
  if (!details) return
  const after = { ...before, name, profile, lastUpdated: tx.now }
  await writeSetting(tx, 'organization', after)
  tx.record({ type: ACTION, targets: [targetOf('org', after, details)] })
}
