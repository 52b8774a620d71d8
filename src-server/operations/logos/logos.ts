import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { Reader } from '#db/connection.ts'
import { apps } from '#db/tables/apps.ts'
import { logos, type LogoRecord } from '#db/tables/logos.ts'
import { readOrganization } from '../organization/organization.ts'
import { readPicture } from './picture.ts'

/** What has a picture of its own. */
interface LogoOwner {
  /** Null for the organization. */
  readonly appId: string | null
  readonly event: EventType
  readonly target: (details?: LogTarget['changeDetails']) => LogTarget
  /** Of the platform, whose pictures stay as they are. */
  readonly system?: boolean
}

const logoOf = (reader: Reader, appId: string | null) => logos.findOne(reader, { where: { appId } })

/** A logo by its id. @throws ApiError E0000008 where there is none, or another one by now */
export async function requireLogo(reader: Reader, id: string): Promise<LogoRecord> {
  const logo = await logos.get(reader, id)
  if (!logo) throw new ApiError('E0000008')
  return logo
}

/** The logo of the organization becomes another one. @returns its id @throws ApiError as {@link replaceLogo} */
export async function replaceOrganizationLogo(tx: Tx, data: Uint8Array): Promise<string> {
  const organization = await readOrganization(tx)
  const target = (details?: LogTarget['changeDetails']) => targetOf('org', organization, details)
  return replaceLogo(tx, { appId: null, event: 'gatehouse.organization.logo.update', target }, data)
}

/**
 * The logo of an application becomes another one.
 * @returns its id
 * @throws ApiError as {@link replaceLogo}; E0000007, E0000006 for an application of the platform
 */
export async function replaceAppLogo(tx: Tx, appId: string, data: Uint8Array): Promise<string> {
  const app = await apps.require(tx, appId)
  const target = (details?: LogTarget['changeDetails']) => appTarget(app, details)
  return replaceLogo(tx, { appId, event: 'application.configuration.update_logo', target, system: app.system }, data)
}

/**
 * Takes a picture, whatever its size: the interface advises 420 by 120 pixels for the organization (spec/5 decision 11).
 * @throws ApiError E0000001 for what is no picture, E0000006 for what is of the platform
 */
async function replaceLogo(tx: Tx, { appId, event, target, system }: LogoOwner, data: Uint8Array): Promise<string> {
  tx.authorize(event, [target()], 'well-formed')
  if (system) throw new ApiError('E0000006')
  const picture = readPicture(data)
  if (!picture) throw invalid('file', 'must be a PNG, JPG or GIF picture')
  const before = await logoOf(tx, appId)
  if (before) await logos.remove(tx, before)
  const logo = { id: tx.newId('logo'), ...picture, data, created: tx.now, appId }
  await logos.insert(tx, logo)
  const details = changeDetails({ logo: before ? factsOf(before) : null }, { logo: factsOf(logo) })
  tx.record({ type: event, targets: [target(details)] })
  return logo.id
}

/** What events tell of a picture. */
const factsOf = ({ id, type, width, height, data }: LogoRecord) => ({
  ...{ id, type, width, height },
  bytes: data.byteLength,
})
