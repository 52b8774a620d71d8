import type { App, AppGroup, AppUser } from '#contract/apps/app.ts'
import { isListed } from '#contract/apps/catalogue/catalogue.ts'
import { usesSecret } from '#contract/apps/client-credentials.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import { modeRow } from '#contract/apps/sign-on-modes.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Links } from '#contract/interface/fields.ts'
import type { AppGroupRecord } from '#db/tables/apps.ts'
import type { AppUserView } from '#operations/apps/held.ts'
import type { AppWithPolicies } from '#operations/snapshot/apps.sql.ts'
import { clientIdOf } from '#operations/apps/clients.ts'
import { signingKidOf } from '#operations/signing-keys/signing-kid.ts'
import { appLogoLinks, link } from '../links.ts'
import { presentSettings } from './credential-presenter.ts'
import { startLinks } from './app-link-presenter.ts'

type Credentials = ReturnType<typeof appDefinition>['credentials']

/** An application as the wire shows it (spec/5 §8.1). */
export function presentApp(row: AppWithPolicies, base: string, engine: Engine): App {
  const definition = appDefinition(row, row.definition, row.definition.features)
  return {
    id: row.id,
    orn: `orn:svc:idp:${row.organizationId}:apps:${row.name}:${row.id}`,
    name: row.name,
    label: row.label,
    status: row.status,
    lastUpdated: row.lastUpdated,
    created: row.created,
    accessibility: definition.accessibility,
    ...(definition.licensing ? { licensing: definition.licensing } : {}),
    visibility: row.system ? without(definition.visibility, 'autoLaunch') : definition.visibility,
    features: definition.features,
    signOnMode: row.signOnMode,
    credentials: presentCredentials(ofOwner(row, definition.credentials), clientIdOf(row), signingKidOf(row)),
    settings: presentSettings(row.system ? without(definition.settings, 'notes') : definition.settings, base),
    ...(definition.profile ? { profile: definition.profile } : {}),
    _links: appLinks(row, definition.credentials, base, engine),
  }
}

/** Applications of the platform lack some of what others have (spec/6 18). */
const without = (container: App['settings'], name: string) =>
  Object.fromEntries(Object.entries(container).filter(([key]) => key !== name))

function ofOwner({ system }: AppWithPolicies, { oauthClient, ...others }: Credentials): Credentials {
  return system || !oauthClient ? others : { ...others, oauthClient }
}

/** In the order of the wire; a shared password is never answered, only that there is one (spec/5 §8.3). */
function presentCredentials(
  { scheme, revealPassword, userName, userNameTemplate, oauthClient }: Credentials,
  clientId: string,
  kid: string | undefined,
): App['credentials'] {
  return {
    ...(scheme ? { scheme } : {}),
    userNameTemplate,
    ...(revealPassword === undefined ? {} : { revealPassword }),
    signing: kid === undefined ? {} : { kid },
    ...(oauthClient ? { oauthClient: presentClient(oauthClient, clientId) } : {}),
    ...(userName ? { userName, password: {} } : {}),
  }
}

/** In the order of spec/5 §8.4. */
function presentClient({ autoKeyRotation, ...client }: NonNullable<Credentials['oauthClient']>, clientId: string) {
  return { autoKeyRotation, client_id: clientId, ...client }
}

/** A client as what made or replaced it is answered: with its newest secret, where its method has one (spec/5 §8.4). */
export function withClientSecret(app: App, secret: string | undefined): App {
  const client = app.credentials.oauthClient
  if (!client || secret === undefined || !usesSecret(client.token_endpoint_auth_method)) return app
  const { autoKeyRotation, client_id, ...more } = client
  const oauthClient = { autoKeyRotation, client_id, client_secret: secret, ...more }
  return { ...app, credentials: { ...app.credentials, oauthClient } }
}

/** An application in the list of a policy, with the mapping between both (spec/5 §8.2). */
export function presentMappedApp(
  row: AppWithPolicies & { mappingId: string },
  policyId: string,
  base: string,
  engine: Engine,
): App {
  const app = presentApp(row, base, engine)
  const policyMapping = { href: `${base}/api/v1/policies/${policyId}/mappings/${row.mappingId}` }
  return { ...app, _links: { ...app._links, policyMapping } }
}

/**
 * The links that every application has, in order; there is none to itself (spec/5 §8.2). Applications of the platform stay as
 * they are, so that theirs lack most of those that change something (spec/6 18).
 */
function appLinks(row: AppWithPolicies, { oauthClient }: Credentials, base: string, engine: Engine): Links {
  const mode = modeRow(row.signOnMode)
  const self = `${base}/api/v1/apps/${row.id}`
  const own = !row.system
  const lifecycle = (verb: string) => ({ [verb]: { href: `${self}/lifecycle/${verb}` } })
  const policy = (name: string, id: string | null) => (id ? { [name]: { href: `${base}/api/v1/policies/${id}` } } : {})
  return {
    ...(hasHelp(row) ? { help: { href: `${base}${helpPath(row)}`, type: 'text/html' } } : {}),
    ...(mode?.metadata ? { metadata: { href: `${self}/sso/saml/metadata`, type: 'application/xml' } } : {}),
    uploadLogo: link(`${self}/logo`, 'POST'),
    appLinks: startLinks(row, base).map(({ name, href }) => ({ name, href, type: 'text/html' })),
    ...policy('profileEnrollment', row.profileEnrollmentId),
    ...(own && row.status === 'INACTIVE' ? lifecycle('activate') : {}),
    ...(engine === 'identity' ? { policies: link(`${self}/policies`, 'PUT') } : {}),
    groups: { href: `${self}/groups` },
    logo: appLogoLinks(row, base),
    ...(own && oauthClient ? { clientCredentials: secretLinks(self) } : {}),
    ...policy('accessPolicy', row.accessPolicyId),
    users: { href: `${self}/users` },
    ...(own && row.status === 'ACTIVE' ? lifecycle('deactivate') : {}),
  }
}

/** What speaks SAML has instructions, and what the catalogue lists of OpenID Connect (spec/6 7). */
function hasHelp({ name, signOnMode }: AppWithPolicies): boolean {
  return modeRow(signOnMode)?.help === true || (signOnMode === 'OPENID_CONNECT' && isListed(name, signOnMode))
}

const secretLinks = (self: string) => [{ name: 'secrets', href: `${self}/credentials/secrets` }]

/** Where it is said how to set an application up; one without a mode is of the mode `NONE` there. */
export const helpPath = ({ id, name, signOnMode }: { id: string; name: string; signOnMode: string | null }): string =>
  `/app/${name}/${id}/setup/help/${signOnMode ?? 'NONE'}/instructions`

const groupLink = (id: string, name: string | null | undefined, base: string) => ({
  ...(name ? { name } : {}),
  href: `${base}/api/v1/groups/${id}`,
})

/** A person's assignment (spec/5 §8.6, spec/6 13). */
export function presentAppUser(row: AppUserView, base: string): AppUser {
  return {
    id: row.userId,
    externalId: null,
    created: row.created,
    lastUpdated: row.lastUpdated,
    scope: row.groupId === undefined ? 'USER' : 'GROUP',
    status: 'ACTIVE',
    statusChanged: row.created,
    passwordChanged: null,
    syncState: 'DISABLED',
    credentials: { userName: row.userName },
    profile: row.profile,
    _links: {
      app: { href: `${base}/api/v1/apps/${row.appId}` },
      user: { href: `${base}/api/v1/users/${row.userId}` },
      ...(row.groupId === undefined ? {} : { group: groupLink(row.groupId, row.groupName, base) }),
    },
  }
}

/** A group's assignment (spec/5 §8.6). */
export function presentAppGroup(row: AppGroupRecord, base: string): AppGroup {
  const app = `${base}/api/v1/apps/${row.appId}`
  return {
    id: row.groupId,
    lastUpdated: row.lastUpdated,
    priority: row.priority,
    profile: row.profile,
    _links: {
      app: { href: app },
      self: { href: `${app}/groups/${row.groupId}` },
      group: { href: `${base}/api/v1/groups/${row.groupId}` },
    },
  }
}
