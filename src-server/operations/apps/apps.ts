import { ApiError, invalid, notFound } from '../../contract/api-error.ts'
import type { App, AppWrite } from '../../contract/app.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import { LIMITS } from '../../contract/limits.ts'
import type { PolicyType } from '../../contract/policy-types.ts'
import { newId } from '../../db/ids.ts'
import type { AppDefinition } from '../../db/models/app.ts'
import { appTarget, changeDetails, statusChange } from '../audit/targets.ts'
import { mapToDefaults } from '../policies/default-mappings.ts'
import { cutPage, prefixPattern, startAfter, type Page } from '../page.ts'
import type { Act, Service } from '../service.ts'

/** An application as it is read, with its policies. */
export interface AppRow {
  id: string
  name: string
  label: string
  status: ActiveStatus
  sign_on_mode: App['signOnMode']
  system: number
  /** JSON of an AppDefinition. */
  definition: string
  created: string
  last_updated: string
  /** The policies that the application is mapped to; null where it has none of the type. */
  access_policy_id: string | null
  profile_enrollment_id: string | null
}

const mapped = (type: PolicyType) =>
  `(SELECT policy_id FROM policy_mappings WHERE app_id = a.id AND policy_type = '${type}')`

/** The columns of an AppRow, from `apps a`. */
export const APP_COLUMNS = `a.*, ${mapped('ACCESS_POLICY')} AS access_policy_id,
  ${mapped('PROFILE_ENROLLMENT')} AS profile_enrollment_id`

/** Applications by id; `limit` −1 asks for as many as a page may hold (spec/4 §2.3). */
export async function listApps(
  service: Service,
  query: { q?: string; limit: number; after?: string },
): Promise<Page<AppRow>> {
  const limit = query.limit < 1 ? LIMITS.page.apps.max : query.limit
  const pattern = query.q ? prefixPattern(query.q) : '%'
  const rows = await service.store.read.all<AppRow>(
    `SELECT ${APP_COLUMNS} FROM apps a
     WHERE id > ?1 AND (label LIKE ?2 ESCAPE '\\' OR name LIKE ?2 ESCAPE '\\') ORDER BY id LIMIT ?3`,
    [startAfter('app', query.after), pattern, limit + 1],
  )
  return cutPage(rows, limit, (row) => row.id)
}

/** @throws E0000007 */
export async function requireApp(service: Service, appId: string): Promise<AppRow> {
  const row = await service.store.read.first<AppRow>(`SELECT ${APP_COLUMNS} FROM apps a WHERE id = ?`, [appId])
  if (!row) throw notFound(appId, 'AppInstance')
  return row
}

/** Names that an application gets by its sign-on mode when the request gives none (spec/4 §2.3). */
const NAME_BY_MODE: Readonly<Record<App['signOnMode'], string>> = {
  BOOKMARK: 'bookmark',
  BASIC_AUTH: 'template_basic_auth',
  BROWSER_PLUGIN: 'template_swa',
  SECURE_PASSWORD_STORE: 'template_sps',
  OPENID_CONNECT: 'oidc_client',
  WS_FEDERATION: 'template_wsfed',
  AUTO_LOGIN: 'auto_login',
  SAML_2_0: 'saml_2_0',
  SAML_1_1: 'saml_1_1',
}

/**
 * Makes an application. On Identity Engine it starts with the default policies, unless its kind is one that gets none
 * (spec/1 "Defaults" 2). @returns the id
 */
export function createApp(service: Service, act: Act, body: AppWrite, activate: boolean): Promise<string> {
  return service.write(act, async (unit) => {
    const id = newId('app')
    const { label, signOnMode, name = NAME_BY_MODE[signOnMode] } = body
    const status = activate ? 'ACTIVE' : 'INACTIVE'
    const stamp = { created: unit.now, lastUpdated: unit.now }
    await service.store.models.App.create(
      { id, name, label, status, signOnMode, system: false, definition: appDefinition(body), ...stamp },
      { transaction: unit.transaction },
    )
    await mapToDefaults(unit)
    unit.record({ type: 'application.lifecycle.create', targets: [appTarget({ id, name, label })] })
    return id
  })
}

/** What an application holds beyond its columns: what the request leaves out is as in a new one (spec/4 §2.3). */
export function appDefinition(
  body: Pick<AppWrite, 'accessibility' | 'visibility' | 'settings' | 'profile'>,
  features: string[] = [],
): AppDefinition {
  return {
    accessibility: { selfService: false, errorRedirectUrl: null, loginRedirectUrl: null, ...body.accessibility },
    visibility: { autoSubmitToolbar: false, hide: { iOS: false, web: false }, appLinks: {}, ...body.visibility },
    features,
    settings: {
      notifications: { vpn: { network: { connection: 'DISABLED' } } },
      manualProvisioning: false,
      implicitAssignment: false,
      notes: { admin: null, enduser: null },
      ...body.settings,
    },
    ...(body.profile ? { profile: body.profile } : {}),
  }
}

/** Replaces all but name, sign-on mode, status and mappings. @throws E0000006 for an application of the platform */
export function replaceApp(service: Service, act: Act, appId: string, body: AppWrite): Promise<void> {
  return service.write(act, async (unit) => {
    const before = await requireApp(service, appId)
    unit.attempt({ type: 'application.lifecycle.update', targets: [appTarget(before)], refusals: 'forbidden' })
    requireOwnApp(before)
    const { name, label } = body
    if (body.signOnMode !== before.sign_on_mode)
      throw invalid('signOnMode', `this application signs on by ${before.sign_on_mode}; that cannot change`)
    if (name !== undefined && name !== before.name)
      throw invalid('name', `this application is of the kind ${before.name}; that cannot change`)
    const old = JSON.parse(before.definition) as AppDefinition
    const definition = appDefinition(body, old.features)
    await service.store.models.App.update(
      { label, definition, lastUpdated: unit.now },
      { where: { id: appId }, transaction: unit.transaction },
    )
    const details = changeDetails({ label: before.label, ...old }, { label, ...definition })
    const target = appTarget({ id: appId, name: before.name, label }, details)
    unit.record({ type: 'application.lifecycle.update', targets: [target] })
  })
}

/**
 * Deletes an inactive application with its assignments and mappings; conditions keep its id, dangling (spec/4 §1.9).
 * @throws E0000006 for an application of the platform, E0000056 while it is active
 */
export function deleteApp(service: Service, act: Act, appId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const app = await requireApp(service, appId)
    unit.attempt({ type: 'application.lifecycle.delete', targets: [appTarget(app)] })
    requireOwnApp(app)
    if (app.status === 'ACTIVE') throw new ApiError('E0000056')
    await unit.statements.run('DELETE FROM apps WHERE id = ?', [appId])
    const { label, status, sign_on_mode: signOnMode } = app
    const details = changeDetails({ label, status, signOnMode, ...(JSON.parse(app.definition) as AppDefinition) }, {})
    unit.record({ type: 'application.lifecycle.delete', targets: [appTarget(app, details)] })
  })
}

/** Switches an application on or off; asking for the state that it is in is fine and leaves no event. */
export function setAppStatus(service: Service, act: Act, appId: string, status: ActiveStatus): Promise<void> {
  return service.write(act, async (unit) => {
    const app = await requireApp(service, appId)
    if (app.status === status) return
    const type = status === 'ACTIVE' ? 'application.lifecycle.activate' : 'application.lifecycle.deactivate'
    unit.attempt({ type, targets: [appTarget(app)] })
    requireOwnApp(app)
    await unit.statements.run('UPDATE apps SET status = ?, last_updated = ? WHERE id = ?', [status, unit.now, appId])
    unit.record({ type, targets: [appTarget(app, statusChange(app.status, status))] })
  })
}

/** Refuses applications of the platform itself. */
function requireOwnApp(app: AppRow): void {
  if (app.system === 1) throw new ApiError('E0000006')
}
