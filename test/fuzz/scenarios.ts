import { setTimeout as sleep } from 'node:timers/promises'
import { PUBLIC_KEY } from '../helpers/client-keys.ts'
import type { ApiDocument, Operation } from './document.ts'
import { soundApp } from '../helpers/app-bodies.ts'
import { askIssuers } from './oauth-scenario.ts'
import { issueFor } from '../helpers/certificates.ts'
import { signPeopleIn } from './sign-in-scenario.ts'
import { BOUNDARY, jsonOf, type Session } from './session.ts'

/** Waiting for something that happens after a reply: a delivery, an export that is ready. */
const PATIENCE_MS = 20_000

interface Stage {
  document: ApiDocument
  session: Session
}

/**
 * What no schema tells: which endpoint answers a hook's verification, that a hook hears of a change after it, how the lines of a
 * log look, which version of an object is its newest, and what a person's password is. Operations that a document lacks are left out.
 */
export async function playScenarios(stage: Stage): Promise<void> {
  await deliverEvents(stage)
  await importEvents(stage)
  await importPeople(stage)
  await changePeople(stage)
  await changeAndTakeBack(stage)
  await useCredentials(stage)
  await settleOrganization(stage)
  await ruleGroups(stage)
  await signWithKeys(stage)
  await rotateSecrets(stage)
  await rotateServerKeys(stage)
  await assignApps(stage)
  await describeTokens(stage)
  await useTokens(stage)
  await giveRoles(stage)
  await linkPeople(stage)
  await switchMethods(stage)
  await askIssuers((id, input) => call(stage, id, input))
  await call(stage, 'findIdentityProvider', { query: [['resource', 'svc:acct:ada@example.test']] })
}

/** What has to come before anything else has been changed. */
export async function playFirst(stage: Stage): Promise<void> {
  await signPeopleIn({
    call: (id, input) => call(stage, id, input),
    send: (request) => stage.session.send(request),
  })
}

/** Calls an operation by its id; undefined where there is none, or where it refuses. */
async function call(
  { document, session }: Stage,
  id: string,
  input: { params?: Record<string, string>; query?: [string, string][]; body?: unknown } = {},
): Promise<unknown> {
  const operation = document.operations.find((known) => known.id === id) as Operation | undefined
  if (!operation) return undefined
  const { params = {}, query = [], ...body } = input
  const reply = await session.call({ operation, params, query, ...body })
  return reply.status < 300 ? jsonOf(reply) : undefined
}

async function deliverEvents(stage: Stage): Promise<void> {
  const settings = (await call(stage, 'getDeveloperSettings')) as Record<string, unknown> | undefined
  const on = Object.fromEntries(Object.keys(settings ?? {}).map((name) => [name, true]))
  await call(stage, 'replaceDeveloperSettings', { body: on })
  const receiver = (await call(stage, 'getHookReceiver')) as { uri?: string | null } | undefined
  const hook = (await call(stage, 'createEventHook', {
    body: {
      name: 'Hears of groups',
      events: { type: 'EVENT_TYPE', items: ['group.lifecycle.create'] },
      channel: { type: 'HTTP', version: '1.0.0', config: { uri: receiver?.uri ?? '' } },
    },
  })) as { id: string } | undefined
  if (!hook) return
  const params = { eventHookId: hook.id }
  await call(stage, 'verifyEventHook', { params })
  await call(stage, 'createGroup', { body: { profile: { name: 'Heard of by a hook' } } })
  const delivered = await until(async () => {
    const [first] = ((await call(stage, 'listHookDeliveries', { params })) ?? []) as { id: string }[]
    return first
  })
  if (delivered) await call(stage, 'redeliverHookEvents', { params: { ...params, deliveryId: delivered.id } })
}

/** Tokens that are revoked, by another one and by themselves: not that of the run. */
async function useTokens(stage: Stage): Promise<void> {
  await call(stage, 'listApiTokenDetails')
  const made = (await call(stage, 'createApiToken', { body: { name: 'To be revoked' } })) as { id: string } | undefined
  if (made) await call(stage, 'revokeApiToken', { params: { apiTokenId: made.id } })
  await call(stage, 'createApiToken', { body: { name: 'To revoke itself' } })
  await call(stage, 'revokeCurrentApiToken')
}

/** Roles of a person, a group and a client, which have no list that tells of them all; limits need two, because the last one stays. */
/** Only of an authenticator with another active method can one be switched off. */
async function switchMethods(stage: Stage): Promise<void> {
  const found = ((await call(stage, 'listAuthenticators')) ?? []) as { id: string; key: string }[]
  const phone = found.find(({ key }) => key === 'phone_number')
  if (!phone) return
  const params = { authenticatorId: phone.id, methodType: 'sms' }
  for (const id of ['activateAuthenticator', 'deactivateAuthenticatorMethod', 'activateAuthenticatorMethod'])
    await call(stage, id, { params })
}

async function linkPeople(stage: Stage): Promise<void> {
  const user = (await call(stage, 'createUser', {
    body: { profile: { login: 'linked@example.test', email: 'l@example.test', firstName: 'Li', lastName: 'Nked' } },
  })) as { id: string } | undefined
  const [provider] = ((await call(stage, 'listIdentityProviders')) ?? []) as { id: string }[]
  if (!user || !provider) return
  const params = { idpId: provider.id, userId: user.id }
  await call(stage, 'linkIdentityProviderUser', { params, body: { externalId: 'linked-there' } })
  await call(stage, 'unlinkIdentityProviderUser', { params })
}

async function giveRoles(stage: Stage): Promise<void> {
  const make = async (id: string, body: unknown) => (await call(stage, id, { body })) as { id: string } | undefined
  const user = await make('createUser', {
    profile: { login: 'administers@example.test', email: 'a@example.test', firstName: 'Ad', lastName: 'Minister' },
  })
  const group = await make('createGroup', { profile: { name: 'Administrators of some' } })
  const other = await make('createGroup', { profile: { name: 'Looked after' } })
  const client = await make('createApp', soundApp('OPENID_CONNECT', 'Calls the interface'))
  const bookmark = await make('createApp', soundApp('BOOKMARK', 'Administered'))
  if (!user || !group || !other || !client || !bookmark) return
  const limits = [{ kind: 'group', id: group.id }]
  await call(stage, 'assignLimitedRole', { body: { kind: 'USER', id: user.id, type: 'HELP_DESK_ADMIN', limits } })
  const assignees = { User: { userId: user.id }, Group: { groupId: group.id }, Client: { clientId: client.id } }
  for (const [kind, owner] of Object.entries(assignees)) {
    const assign = async (type: string) =>
      (await call(stage, `assign${kind}Role`, { params: owner, body: { type } })) as { id: string } | undefined
    const [people, apps] = [await assign('USER_ADMIN'), await assign('APP_ADMIN')]
    if (!people || !apps) return
    await call(stage, `list${kind}Roles`, { params: owner })
    await call(stage, `get${kind}Role`, { params: { ...owner, roleId: apps.id } })
    for (const { id } of [group, other])
      await call(stage, `add${kind}RoleGroup`, { params: { ...owner, roleId: people.id, targetGroupId: id } })
    await call(stage, `list${kind}RoleGroups`, { params: { ...owner, roleId: people.id } })
    await call(stage, `remove${kind}RoleGroup`, { params: { ...owner, roleId: people.id, targetGroupId: other.id } })
    const ofApps = { ...owner, roleId: apps.id, appName: 'bookmark' }
    await call(stage, `add${kind}RoleApp`, { params: { ...ofApps, appId: bookmark.id } })
    await call(stage, `add${kind}RoleAppName`, { params: ofApps })
    await call(stage, `list${kind}RoleApps`, { params: { ...owner, roleId: apps.id } })
    await call(stage, `remove${kind}RoleApp`, { params: { ...ofApps, appId: bookmark.id } })
    await call(stage, `add${kind}RoleAppName`, { params: { ...ofApps, appName: 'template_swa' } })
    await call(stage, `remove${kind}RoleAppName`, { params: ofApps })
    if (kind === 'User') await call(stage, 'reachAllAppsByUserRole', { params: { ...owner, roleId: apps.id } })
    await call(stage, `unassign${kind}Role`, { params: { ...owner, roleId: people.id } })
  }
}

async function importEvents(stage: Stage): Promise<void> {
  const [event] = ((await call(stage, 'listLogEvents', { query: [['limit', '1']] })) ?? []) as object[]
  if (event) await call(stage, 'createLogImport', { body: `${JSON.stringify(event)}\n` })
}

async function importPeople(stage: Stage): Promise<void> {
  const file = 'login,firstName,lastName,email\nimported@example.com,Ida,Import,imported@example.com\n'
  const made = (await call(stage, 'createDirectoryImport', { body: file })) as { id: string } | undefined
  if (!made) return
  const params = { directoryImportId: made.id }
  const mapping = { login: 'login', firstName: 'firstName', lastName: 'lastName', email: 'email' }
  const isIn = (state: string) =>
    until(async () => {
      const view = (await call(stage, 'getDirectoryImport', { params })) as { state: string } | undefined
      return view?.state === state ? view : undefined
    })
  await call(stage, 'checkDirectoryImport', { params, body: { mapping } })
  await isIn('CHECKED')
  await call(stage, 'listDirectoryImportRows', { params })
  await call(stage, 'downloadDirectoryImportProblems', { params })
  await call(stage, 'getDirectoryImportImpact', { params })
  await call(stage, 'applyDirectoryImport', { params })
  await isIn('APPLIED')
  await call(stage, 'undoDirectoryImport', { params })
  await isIn('REVERTED')
  await call(stage, 'deleteDirectoryImport', { params })
}

async function changePeople(stage: Stage): Promise<void> {
  const search = 'status eq "ACTIVE"'
  await call(stage, 'countPeople', { query: [['search', search]] })
  const made = (await call(stage, 'createPeopleChange', { body: { act: 'suspend', search } })) as
    { id: string } | undefined
  if (!made) return
  const params = { peopleChangeId: made.id }
  await until(async () => {
    const view = (await call(stage, 'getPeopleChange', { params })) as { state: string } | undefined
    return view?.state === 'ENDED' ? view : undefined
  })
  await call(stage, 'undoPeopleChange', { params })
}

async function changeAndTakeBack(stage: Stage): Promise<void> {
  const gateways = [{ type: 'CIDR', value: '192.0.2.0/24' }]
  const zone = (await call(stage, 'createZone', { body: { type: 'IP', name: 'Taken back', gateways } })) as
    { id: string } | undefined
  if (!zone) return
  const params = { zoneId: zone.id }
  const review = (await call(stage, 'reviewChange', { body: { steps: [{ operation: 'deactivateZone', params }] } })) as
    { id: string } | undefined
  const query: [string, string][] = [['effect', 'DEPENDS']]
  if (review) await call(stage, 'listReviewedPeople', { params: { reviewId: review.id }, query })

  await call(stage, 'deactivateZone', { params })
  const versions = async () =>
    ((await call(stage, 'listVersions', { query: [['id', zone.id]] })) ?? []) as { id: string; version: number }[]
  const [newest, first] = await versions()
  if (!newest || !first) return
  const body = { expectedVersion: newest.version }
  await call(stage, 'restoreVersion', { params: { versionId: String(first.id) }, body })
  const [restored] = await versions()
  if (restored) await call(stage, 'undoVersion', { params: { versionId: String(restored.id) } })
  const [undone] = await versions()
  if (undone) await call(stage, 'undoVersions', { body: { changes: [{ versionId: String(undone.id) }] } })
}

/** The default policy locks out after ten wrong passwords. WHY more: on a busy machine one may be refused unseen. */
const MOST_WRONG_PASSWORDS = 30

async function useCredentials(stage: Stage): Promise<void> {
  const login = 'has.secrets@example.test'
  const recovery_question = { question: 'First pet?', answer: 'A grey cat' }
  const [first, second, third] = [
    { value: 'Correct-Horse-7' },
    { value: 'Another-Horse-8' },
    { value: 'Third-Horse-9' },
  ]
  const user = (await call(stage, 'createUser', {
    body: { profile: { login, email: login, firstName: 'Wim', lastName: 'Weaver' }, credentials: { password: first } },
  })) as { id: string } | undefined
  if (!user) return
  const params = { userId: user.id }
  await call(stage, 'changeRecoveryQuestion', { params, body: { password: first, recovery_question } })
  await call(stage, 'recoverPassword', { params, body: { password: second, recovery_question } })
  await call(stage, 'changePassword', { params, body: { oldPassword: second, newPassword: third } })
  const isLockedOut = async () =>
    ((await call(stage, 'getUser', { params })) as { status: string } | undefined)?.status === 'LOCKED_OUT'
  for (let tries = 0; tries < MOST_WRONG_PASSWORDS && !(await isLockedOut()); tries++)
    await call(stage, 'changePassword', { params, body: { oldPassword: first, newPassword: second } })
  await call(stage, 'unlockUser', { params })
  await call(stage, 'suspendUser', { params })
  await call(stage, 'unsuspendUser', { params })
}

async function settleOrganization(stage: Stage): Promise<void> {
  const [type] = ((await call(stage, 'listContactTypes')) ?? []) as { contactType: string }[]
  const [person] = ((await call(stage, 'listUsers')) ?? []) as { id: string }[]
  if (type && person)
    await call(stage, 'replaceContact', { params: { contactType: type.contactType }, body: { userId: person.id } })
  if (type) await call(stage, 'getContact', { params: { contactType: type.contactType } })
  await call(stage, 'uploadOrganizationLogo', { body: formOf('GIF89a\u0001\0\u0001\0\0\0\0') })
  await call(stage, 'grantSupport')
  await call(stage, 'extendSupport')
}

/** A form with one file, of bytes below 128. */
const formOf = (file: string) =>
  [
    `--${BOUNDARY}`,
    'Content-Disposition: form-data; name="file"; filename="logo.gif"',
    'Content-Type: image/gif',
    '',
    file,
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n')

async function ruleGroups(stage: Stage): Promise<void> {
  const group = (await call(stage, 'createGroup', { body: { profile: { name: 'Filled by a rule' } } })) as
    { id: string } | undefined
  if (!group) return
  const body = {
    ...{ type: 'group_rule', name: 'Fills a group', actions: { assignUserToGroups: { groupIds: [group.id] } } },
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.department == "Sales"' } },
  }
  const owner = { id: group.id, type: 'GROUP' }
  const owned = (await call(stage, 'createGroup', { body: { profile: { name: 'Owned' } } })) as
    { id: string } | undefined
  if (owned) {
    const at = { groupId: owned.id, ownerId: group.id }
    for (const id of ['addGroupOwner', 'listGroupOwners', 'removeGroupOwner'])
      await call(stage, id, { params: at, body: owner })
  }
  const rule = (await call(stage, 'createGroupRule', { body })) as { id: string } | undefined
  if (!rule) return
  const params = { groupRuleId: rule.id }
  await call(stage, 'getGroupRule', { params })
  await call(stage, 'replaceGroupRule', { params, body })
  await call(stage, 'listGroupRuleFacts')
  const preview = (await call(stage, 'previewGroupRule', { body: { ruleId: rule.id } })) as { id: string } | undefined
  await call(stage, 'previewGroupRules', { body: { ruleIds: [rule.id] } })
  const query: [string, string][] = [['effect', 'JOINS']]
  if (preview) await call(stage, 'listPreviewedPeople', { params: { previewId: preview.id }, query })
  for (const id of ['activateGroupRule', 'deactivateGroupRule', 'deleteGroupRule']) await call(stage, id, { params })
}

async function until<T>(ask: () => Promise<T | undefined>): Promise<T | undefined> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(200)) {
    const found = await ask()
    if (found !== undefined) return found
  }
  return undefined
}

async function signWithKeys(stage: Stage): Promise<void> {
  const made: string[] = []
  for (const label of ['Signs', 'Signs too']) {
    const signOn = { ssoAcsUrl: 'https://wiki.example.com/acs', audience: 'https://wiki.example.com' }
    const app = (await call(stage, 'createApp', { body: { label, signOnMode: 'SAML_2_0', settings: { signOn } } })) as
      { id: string } | undefined
    if (app) made.push(app.id)
  }
  const [appId = '', targetAid = ''] = made
  const params = { appId }
  const [key] = ((await call(stage, 'listAppKeys', { params })) ?? []) as { kid: string; x5c: string[] }[]
  await call(stage, 'getAppSamlMetadata', { params })
  await call(stage, 'uploadAppLogo', { params, body: formOf('GIF89a\u0001\0\u0001\0\0\0\0') })
  await call(stage, 'generateAppKey', { params })
  if (key) await call(stage, 'getAppKey', { params: { ...params, kid: key.kid } })
  if (key) await call(stage, 'cloneAppKey', { params: { ...params, kid: key.kid }, query: [['targetAid', targetAid]] })
  await requestCertificates(stage, params, ['createAppCsr', 'getAppCsr', 'publishAppCsr', 'deleteAppCsr'])
  if (key) await trustProviders(stage, key)
}

/** @param ids of the operations that make, read, publish and delete a request for a certificate */
async function requestCertificates(
  stage: Stage,
  params: Record<string, string>,
  [create, get, publish, remove]: readonly [string, string, string, string],
): Promise<void> {
  for (const last of [publish, remove]) {
    const body = { subject: { commonName: 'sso.example.com' } }
    const request = (await call(stage, create, { params, body })) as { id: string; csr: string } | undefined
    if (!request) return
    const at = { ...params, csrId: request.id }
    await call(stage, get, { params: at })
    await call(stage, last, { params: at, ...(last === publish && { body: (await issueFor(request.csr)).pem }) })
  }
}

/** Only an inactive secret can be deleted, and only one of two active ones be made inactive. */
async function rotateSecrets(stage: Stage): Promise<void> {
  const oauthClient = { redirect_uris: ['https://till.example.test/back'], grant_types: ['authorization_code'] }
  const app = (await call(stage, 'createApp', {
    body: { label: 'Has secrets', signOnMode: 'OPENID_CONNECT', settings: { oauthClient } },
  })) as { id: string; _links: { users: { href: string } } } | undefined
  if (!app) return
  await grantScopes(stage, app.id, new URL(app._links.users.href).origin)
  const added = (await call(stage, 'createClientSecret', { params: { appId: app.id } })) as { id: string } | undefined
  if (!added) return
  const params = { appId: app.id, secretId: added.id }
  for (const operation of ['deactivateClientSecret', 'activateClientSecret', 'deactivateClientSecret'])
    await call(stage, operation, { params })
  await call(stage, 'deleteClientSecret', { params })
  await call(stage, 'rotateSecret', { params: { appId: app.id }, body: { step: 'begin' } })
  const key = (await call(stage, 'createClientKey', { params: { appId: app.id }, body: PUBLIC_KEY })) as
    { id: string } | undefined
  if (!key) return
  const ofKey = { appId: app.id, keyId: key.id }
  for (const operation of ['getClientKey', 'deactivateClientKey', 'activateClientKey', 'deleteClientKey'])
    await call(stage, operation, { params: ofKey })
}

/** A key is known by its name, which the list tells. */
async function rotateServerKeys(stage: Stage): Promise<void> {
  const params = { authServerId: 'default' }
  await call(stage, 'rotateServerKeys', { params, body: { use: 'sig' } })
  const [key] = ((await call(stage, 'listServerKeys', { params })) ?? []) as { kid: string }[]
  if (key) await call(stage, 'getServerKey', { params: { ...params, kid: key.kid } })
}

/** Only the address of the service itself has scopes to grant. */
async function grantScopes(stage: Stage, appId: string, issuer: string): Promise<void> {
  const body = { issuer, scopeId: 'svc.users.read' }
  const grant = (await call(stage, 'grantScope', { params: { appId }, body })) as { id: string } | undefined
  if (!grant) return
  for (const operation of ['getAppGrant', 'revokeAppGrant'])
    await call(stage, operation, { params: { appId, grantId: grant.id } })
}

/** What every server has can be neither deleted nor changed. */
async function describeTokens(stage: Stage): Promise<void> {
  const params = { authServerId: 'default' }
  const [app] = ((await call(stage, 'listApps')) ?? []) as { id: string }[]
  if (app) await call(stage, 'previewTokens', { params, query: [['appId', app.id]] })
  const bodies = {
    Scope: { name: 'is.asked.for' },
    Claim: { name: 'is_told', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: '"so"' },
  }
  for (const [kind, body] of Object.entries(bodies)) {
    await call(stage, `listServer${kind}s`, { params })
    const made = (await call(stage, `createServer${kind}`, { params, body })) as { id: string } | undefined
    if (!made) continue
    const one = { ...params, [`${kind.toLowerCase()}Id`]: made.id }
    await call(stage, `getServer${kind}`, { params: one })
    await call(stage, `replaceServer${kind}`, { params: one, body })
    await call(stage, `deleteServer${kind}`, { params: one })
  }
}

async function assignApps(stage: Stage): Promise<void> {
  const app = (await call(stage, 'createApp', {
    body: { label: 'Is assigned', signOnMode: 'BOOKMARK', settings: { app: { url: 'https://wiki.example.test' } } },
  })) as { id: string } | undefined
  const [person] = ((await call(stage, 'listUsers')) ?? []) as { id: string }[]
  const [group] = ((await call(stage, 'listGroups')) ?? []) as { id: string }[]
  if (!app || !person || !group) return
  const ofGroup = { appId: app.id, groupId: group.id }
  await call(stage, 'assignAppGroup', { params: ofGroup, body: {} })
  await call(stage, 'updateAppGroup', { params: ofGroup, body: [{ op: 'replace', path: '/priority', value: 1 }] })
  for (const operation of ['getAppGroup', 'removeAppGroup']) await call(stage, operation, { params: ofGroup })
  const params = { appId: app.id, userId: person.id }
  await call(stage, 'assignAppUser', { params: { appId: app.id }, body: { id: person.id } })
  await call(stage, 'getAppUser', { params })
  await call(stage, 'updateAppUser', { params, body: { profile: {} } })
  await call(stage, 'previewAccessLoss', { body: { change: 'DELETE_GROUPS', groupIds: [group.id] } })
  const taken = { change: 'TAKE_ROLE', assigneeId: person.id, type: 'SUPER_ADMIN' }
  await call(stage, 'previewAccessLoss', { body: taken })
  const loss = (await call(stage, 'previewAccessLoss', { body: { change: 'CLOSE_APPS', appIds: [app.id] } })) as
    { id: string } | undefined
  if (loss) await call(stage, 'listLosingPeople', { params: { accessLossId: loss.id }, query: [['of', app.id]] })
  await call(stage, 'removeAppUser', { params })
}

async function trustProviders(stage: Stage, { x5c }: { x5c: string[] }): Promise<void> {
  const trusted = (await call(stage, 'createIdentityProviderKey', { body: { x5c } })) as { kid: string } | undefined
  if (trusted) await call(stage, 'getIdentityProviderKey', { params: { trustKid: trusted.kid } })
  if (trusted) await call(stage, 'deleteIdentityProviderKey', { params: { trustKid: trusted.kid } })
  const made: string[] = []
  for (const name of ['Signs', 'Signs too']) {
    const provider = (await call(stage, 'createIdentityProvider', { body: { type: 'SAML2', name } })) as
      { id: string } | undefined
    if (provider) made.push(provider.id)
  }
  const [idpId = '', targetIdpId = ''] = made
  const params = { idpId }
  const [key] = ((await call(stage, 'listIdentityProviderSigningKeys', { params })) ?? []) as { kid: string }[]
  await call(stage, 'getIdentityProviderMetadata', { params })
  await call(stage, 'generateIdentityProviderSigningKey', { params })
  if (key) await call(stage, 'getIdentityProviderSigningKey', { params: { ...params, kid: key.kid } })
  const query: [string, string][] = [['targetIdpId', targetIdpId]]
  if (key) await call(stage, 'cloneIdentityProviderSigningKey', { params: { ...params, kid: key.kid }, query })
  await requestCertificates(stage, params, [
    ...(['createIdentityProviderCsr', 'getIdentityProviderCsr'] as const),
    ...(['publishIdentityProviderCsr', 'deleteIdentityProviderCsr'] as const),
  ])
}
