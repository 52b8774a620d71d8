import { ROWID, sqlCondition } from '#db/tables/table.ts'
import { organizationIssuer } from '#contract/access/issuer.ts'
import type { AppGrantWrite } from '#contract/apps/app-grant.ts'
import { invalid } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { appGrants, type AppGrantRecord } from '#db/tables/app-grants.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { clientIdOf, requireClient } from './clients.ts'

/** A grant with the client that has it. */
export type ClientGrant = AppGrantRecord & { clientId: string; label: string }

const ofClient = (app: AppRecord, grant: AppGrantRecord): ClientGrant => ({
  ...grant,
  clientId: clientIdOf(app),
  label: app.label,
})

const targetsOf = (app: AppRecord, grant: AppGrantRecord, details?: LogTarget['changeDetails']) => [
  appTarget(app),
  targetOf('appGrant', { id: grant.id, name: grant.scopeId }, details),
]

/** The grants of a client, the oldest first; what is no client has none. @throws ApiError E0000007 */
export async function listGrants(reader: Reader, appId: string): Promise<ClientGrant[]> {
  const app = await apps.require(reader, appId)
  const { condition } = reader.visible('read', 'appGrant')
  const grants = await appGrants.findAll(reader, {
    where: { appId, ...sqlCondition(condition) },
    order: ['created', ROWID],
  })
  return grants.map((grant) => ofClient(app, grant))
}

/** @throws ApiError E0000007 for the application or the grant */
export async function requireGrant(reader: Reader, appId: string, grantId: string): Promise<ClientGrant> {
  const app = await apps.require(reader, appId)
  return ofClient(app, await recordOf(reader, appId, grantId))
}

async function recordOf(reader: Reader, appId: string, grantId: string): Promise<AppGrantRecord> {
  const grant = await appGrants.get(reader, grantId)
  return grant?.appId === appId ? grant : appGrants.missing(grantId)
}

/**
 * Grants a scope; one that is granted already stays as it is, without an event.
 * @param issuer the address of the organization, which tokens may name otherwise @returns the id of the grant
 * @throws ApiError E0000001 for another issuer, and for what is no client
 */
export async function grantScope(tx: Tx, appId: string, asked: AppGrantWrite, issuer: string): Promise<string> {
  const app = await apps.require(tx, appId)
  tx.authorize('app.oauth2.admin.consent.grant', [appTarget(app)], 'well-formed')
  requireClient(app)
  const names = [organizationIssuer(issuer), issuer]
  if (!names.includes(asked.issuer.replace(/\/$/, '')))
    throw invalid('issuer', `must be ${names[0]}, the address of this organization`)
  const { scopeId } = asked
  const known = await appGrants.findOne(tx, { where: { appId, scopeId } })
  if (known) return known.id
  const stamp = { createdBy: tx.context.principal.id, created: tx.now, lastUpdated: tx.now }
  const grant = { id: tx.newId('appGrant'), appId, scopeId, ...stamp }
  await appGrants.insert(tx, grant)
  tx.record({ type: 'app.oauth2.admin.consent.grant', targets: targetsOf(app, grant) })
  return grant.id
}

/** @throws ApiError E0000007 */
export async function revokeGrant(tx: Tx, appId: string, grantId: string): Promise<void> {
  const app = await apps.require(tx, appId)
  const grant = await recordOf(tx, appId, grantId)
  const type = 'app.oauth2.admin.consent.revoke'
  tx.authorize(type, targetsOf(app, grant))
  requireClient(app)
  await appGrants.remove(tx, grant)
  const { scopeId, createdBy, created } = grant
  tx.record({ type, targets: targetsOf(app, grant, changeDetails({ scopeId, createdBy, created }, {})) })
}
