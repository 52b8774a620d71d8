import { invalid } from '#contract/interface/api-error.ts'
import { changeDetails, organizationTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { newId } from '#db/ids.ts'
import { organizationLogos, type OrganizationLogoRecord } from '#db/tables/organization.ts'
import { readOrganization } from './organization.ts'
import { readPicture } from './picture.ts'

const ACTION = 'gatehouse.organization.logo.update'

/** The id of the logo; null while there is none. */
export async function readLogoId(reader: Reader): Promise<string | null> {
  return (await reader.first<{ id: string }>('SELECT id FROM organization_logos'))?.id ?? null
}

/** A logo by its id; undefined where there is none, or another one by now. */
export function findLogo(reader: Reader, id: string): Promise<OrganizationLogoRecord | undefined> {
  return organizationLogos.get(reader, id)
}

/**
 * Takes a picture as the organization's logo, whatever its size: the interface advises 420 by 120 pixels (spec/5 decision 11).
 * @returns its id @throws ApiError E0000001 for what is no picture
 */
export async function replaceLogo(tx: Tx, data: Uint8Array): Promise<string> {
  const organization = await readOrganization(tx)
  tx.authorize(ACTION, [organizationTarget(organization)], 'well-formed')
  const picture = readPicture(data)
  if (!picture) throw invalid('file', 'must be a PNG, JPG or GIF picture')
  const before = await organizationLogos.first(tx, '')
  if (before) await organizationLogos.remove(tx, before)
  const logo = { id: newId('logo'), ...picture, data, created: tx.now }
  await organizationLogos.insert(tx, logo)
  const details = changeDetails({ logo: before ? factsOf(before) : null }, { logo: factsOf(logo) })
  tx.record({ type: ACTION, targets: [organizationTarget(organization, details)] })
  return logo.id
}

/** What events tell of a picture. */
const factsOf = ({ id, type, width, height, data }: OrganizationLogoRecord) => ({
  ...{ id, type, width, height },
  bytes: data.byteLength,
})
