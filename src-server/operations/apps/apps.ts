import { notFound } from '../../contract/api-error.ts'
import type { App } from '../../contract/app.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import { LIMITS } from '../../contract/limits.ts'
import { newId } from '../../db/ids.ts'
import { appTarget } from '../audit/targets.ts'
import { mapToDefaults } from '../policies/default-mappings.ts'
import { cutPage, prefixPattern, startAfter, type Page } from '../page.ts'
import type { Act, Service } from '../service.ts'

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
}

/** Applications by id; `limit` −1 asks for as many as a page may hold (spec/4 §2.3). */
export async function listApps(
  service: Service,
  query: { q?: string; limit: number; after?: string },
): Promise<Page<AppRow>> {
  const limit = query.limit < 1 ? LIMITS.page.apps.max : query.limit
  const pattern = query.q ? prefixPattern(query.q) : '%'
  const rows = await service.store.read.all<AppRow>(
    `SELECT * FROM apps WHERE id > ?1 AND (label LIKE ?2 ESCAPE '\\' OR name LIKE ?2 ESCAPE '\\') ORDER BY id LIMIT ?3`,
    [startAfter('app', query.after), pattern, limit + 1],
  )
  return cutPage(rows, limit, (row) => row.id)
}

/** @throws E0000007 */
export async function requireApp(service: Service, appId: string): Promise<AppRow> {
  const row = await service.store.read.first<AppRow>('SELECT * FROM apps WHERE id = ?', [appId])
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

export interface AppCreate {
  name?: string
  label: string
  signOnMode: App['signOnMode']
  settings?: Record<string, unknown>
  visibility?: Record<string, unknown>
  accessibility?: Record<string, unknown>
  profile?: Record<string, unknown>
}

/** Makes an application. On Identity Engine it starts with the default policies (spec/1 "Defaults" 2). @returns the id */
export function createApp(service: Service, act: Act, body: AppCreate, activate: boolean): Promise<string> {
  return service.write(act, async (unit) => {
    const id = newId('app')
    const name = body.name ?? NAME_BY_MODE[body.signOnMode]
    await service.store.models.App.create(
      {
        id,
        name,
        label: body.label,
        status: activate ? 'ACTIVE' : 'INACTIVE',
        signOnMode: body.signOnMode,
        system: false,
        definition: {
          accessibility: { selfService: false, errorRedirectUrl: null, loginRedirectUrl: null, ...body.accessibility },
          visibility: { autoSubmitToolbar: false, hide: { iOS: false, web: false }, appLinks: {}, ...body.visibility },
          features: [],
          settings: {
            notifications: { vpn: { network: { connection: 'DISABLED' } } },
            manualProvisioning: false,
            implicitAssignment: false,
            notes: { admin: null, enduser: null },
            ...body.settings,
          },
          ...(body.profile ? { profile: body.profile } : {}),
        },
        created: unit.now,
        lastUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
    await mapToDefaults(unit)
    unit.record({ type: 'application.lifecycle.create', targets: [appTarget({ id, name, label: body.label })] })
    return id
  })
}
