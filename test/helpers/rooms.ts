import { expect, type Page } from '@playwright/test'
import type { HeadlessService } from './headless-service.ts'

/** A room is come into, and what it is for has to be in sight before it is judged. */
export interface Room {
  name: string
  path: string
  shows?: 'drawer' | 'verdict' | 'blocked' | 'table'
}

/** Rules whose editors show every kind of field of their type; the sample's own do for the other types. */
const WRITTEN = [
  {
    type: 'MFA_ENROLL',
    conditions: { network: { connection: 'ZONE', include: ['ALL_ZONES'] }, people: { users: { exclude: [] } } },
    actions: { enroll: { self: 'LOGIN' } },
  },
  {
    type: 'IDP_DISCOVERY',
    conditions: {
      userIdentifier: {
        type: 'ATTRIBUTE',
        attribute: 'email',
        patterns: [{ matchType: 'SUFFIX', value: '@example.com' }],
      },
      platform: { include: [{ type: 'MOBILE', os: { type: 'IOS' } }] },
    },
    actions: { idp: { idpSelectionType: 'SPECIFIC', providers: [{ type: 'SVC' }] } },
  },
  {
    type: 'POST_AUTH_SESSION',
    conditions: { people: { groups: { exclude: [] } } },
    actions: { postAuthSession: { failureActions: [{ action: 'TERMINATE_SESSION' }] } },
  },
  {
    type: 'ENTITY_RISK',
    conditions: { entityRisk: { level: 'HIGH' }, riskDetectionTypes: { include: ['BRUTE_FORCE_ATTACK'] } },
    actions: { entityRisk: { actions: [{ action: 'RUN_WORKFLOW', workflow: { id: 42 } }] } },
  },
] as const

/** Two conditions, for the chips. */
const SIGNED_IN = 'eventType eq "user.session.start" and outcome.result eq "SUCCESS"'

interface Found {
  id: string
}
const get = <Body = Found[]>(service: HeadlessService, path: string) => service.request<Body>('GET', path)

/** Every room of the program, in a service with the sample organization; what the rooms need is made in it. */
export async function allRooms(service: HeadlessService): Promise<Room[]> {
  const [policy] = await get(service, '/api/v1/policies?type=SVC_SIGN_ON')
  const [access] = await get(service, '/api/v1/policies?type=ACCESS_POLICY')
  const [password] = await get(service, '/api/v1/policies?type=PASSWORD')
  const [enrollment] = await get(service, '/api/v1/policies?type=MFA_ENROLL')
  const [user] = await get(service, '/api/v1/users?limit=1')
  const [group] = await get(service, '/api/v1/groups?q=Contractors')
  const [app] = await get(service, '/api/v1/apps?limit=1')
  const [provider] = await get(service, '/api/v1/idps?type=SAML2')
  const [client] = await get(service, '/api/v1/apps?q=Helm')
  const [server] = await get(service, '/api/v1/authorizationServers')
  const [behaviour] = await get(service, '/api/v1/behaviors')
  const hook = await service.request<Found>('POST', '/api/v1/eventHooks', {
    name: 'Case desk',
    events: { type: 'EVENT_TYPE', items: ['user.account.lock', 'group.lifecycle.create'] },
    channel: { config: { uri: 'https://desk.example.com/hooks', headers: [{ key: 'X-Team', value: 'identity' }] } },
  })
  const groupRule = await service.request<Found>('POST', '/api/v1/groups/rules', {
    ...{ type: 'group_rule', name: 'Contractors by department' },
    conditions: { expression: { type: 'urn:svc:expression:1.0', value: 'user.department == "Contractors"' } },
    actions: { assignUserToGroups: { groupIds: [group?.id] } },
  })
  const caller = await service.request<Found>('POST', '/api/v1/apps', {
    ...{ label: 'Berth sync', signOnMode: 'OPENID_CONNECT' },
    credentials: { oauthClient: { token_endpoint_auth_method: 'private_key_jwt' } },
    settings: { oauthClient: { application_type: 'service', grant_types: ['client_credentials'] } },
  })
  await service.request('POST', '/gatehouse/v1/logs/exports', { format: 'CSV' })
  await service.request('POST', '/gatehouse/v1/drafts', { name: 'Tighten Payroll' })
  // Compared with itself: a remote that answers, and does not differ.
  const connection = await service.request<Found>('POST', '/gatehouse/v1/connections', {
    ...{ name: 'Staging', address: service.url },
    authentication: { type: 'API_TOKEN', token: service.token },
  })
  const serviceApp = await service.request<Found>('POST', '/gatehouse/v1/connections', {
    ...{ name: 'Acme', address: 'https://acme.example.com' },
    authentication: { type: 'SERVICE_APP', clientId: '0oa1', scopes: ['svc.groups.read'] },
  })
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString()
  const [event] = await get<{ uuid: string }[]>(
    service,
    `/api/v1/logs?since=${since}&limit=1&filter=${encodeURIComponent(SIGNED_IN)}`,
  )
  const asked = `/simulate?user=${user?.id}&app=${app?.id}&ip=192.0.2.5&risk=HIGH`
  return [
    { name: 'overview', path: '/' },
    { name: 'the organization', path: '/organization' },
    { name: 'policies', path: '/policies' },
    { name: 'authentication policies', path: '/policies?type=ACCESS_POLICY' },
    { name: 'a policy', path: `/policies/${policy?.id}` },
    { name: 'an authentication policy', path: `/policies/${access?.id}` },
    { name: 'who uses an authentication policy', path: `/policies/${access?.id}?tab=use` },
    { name: 'the settings of a password policy', path: `/policies/${password?.id}?tab=settings` },
    { name: 'the settings of an enrollment policy', path: `/policies/${enrollment?.id}?tab=settings` },
    { name: 'a policy as JSON', path: `/policies/${password?.id}?tab=json` },
    ...(await ruleEditors(service)),
    { name: 'simulate', path: '/simulate' },
    { name: 'a verdict', path: asked, shows: 'verdict' },
    { name: 'two verdicts', path: `${asked}&compare=1&b.user=${user?.id}&b.ip=203.0.113.70`, shows: 'verdict' },
    { name: 'a verdict without effect', path: `/simulate?user=${user?.id}&ip=203.0.113.193`, shows: 'blocked' },
    { name: 'audit', path: '/audit' },
    { name: 'an event', path: `/audit?filter=${encodeURIComponent(SIGNED_IN)}&event=${event?.uuid}`, shows: 'drawer' },
    { name: 'a query that finds nothing', path: '/audit?q=nowhere' },
    { name: 'integrity and retention', path: '/audit/integrity' },
    { name: 'people', path: '/directory/people' },
    { name: 'a person', path: `/directory/people/${user?.id}` },
    { name: 'groups', path: '/directory/groups' },
    { name: 'a group', path: `/directory/groups/${group?.id}` },
    { name: 'group attributes', path: '/directory/groups/attributes', shows: 'table' },
    { name: 'group rules', path: '/group-rules', shows: 'table' },
    { name: 'a group rule', path: `/group-rules?open=${groupRule.id}`, shows: 'drawer' },
    { name: 'user types', path: '/directory/user-types' },
    { name: 'import and export', path: '/directory/imports', shows: 'table' },
    ...(await importPages(service)),
    { name: 'applications', path: '/applications' },
    { name: 'an application', path: `/applications/${app?.id}` },
    { name: 'attributes of assignments', path: `/applications/${app?.id}/attributes`, shows: 'table' },
    { name: 'identity providers', path: '/identity-providers', shows: 'table' },
    { name: 'an identity provider', path: `/identity-providers/${provider?.id}` },
    { name: 'accounts of an identity provider', path: `/identity-providers/${provider?.id}?tab=people` },
    { name: 'credentials of an identity provider', path: `/identity-providers/${provider?.id}?tab=credentials` },
    { name: 'trusted certificates', path: '/trusted-certificates' },
    { name: 'the routing tester', path: '/routing-tester' },
    { name: 'a routed login', path: '/routing-tester?login=ada@example.com&ip=192.0.2.5' },
    ...['sign-on', 'assignments', 'policy', 'json', 'history'].map((tab): Room => ({
      name: `an application: ${tab}`,
      path: `/applications/${app?.id}?tab=${tab}&person=${user?.id}`,
    })),
    ...['credentials', 'preview'].map((tab): Room => ({
      name: `a client: ${tab}`,
      path: `/applications/${client?.id}?tab=${tab}&person=${user?.id}`,
    })),
    { name: 'a service: credentials', path: `/applications/${caller.id}?tab=credentials` },
    { name: 'the wizard of applications', path: '/applications/new' },
    { name: 'networks', path: '/networks' },
    ...['authenticators', 'behaviours', 'device-assurance', 'authorization-servers', 'api-tokens', 'rate-limits'].map(
      (name): Room => ({
        name: `access: ${name}`,
        path: `/access/${name}`,
        shows: 'table',
      }),
    ),
    { name: 'access: clients', path: '/access/clients', shows: 'table' },
    { name: 'access: consents', path: '/access/clients?view=consents' },
    { name: 'access: sign-in', path: '/access/sign-in' },
    ...['', 'scopes', 'claims', 'keys', `preview&app=${client?.id}&person=${user?.id}&scopes=openid+invoices.read`].map(
      (tab): Room => ({
        name: `an authorization server: ${tab.split('&')[0] || 'settings'}`,
        path: `/access/authorization-servers/${server?.id}${tab && `?tab=${tab}`}`,
      }),
    ),
    { name: 'access: administrators', path: '/access/administrators' },
    { name: 'what may be done by whom', path: '/access/administrators?view=rights' },
    { name: 'administrator roles', path: '/access/administrators?view=roles', shows: 'table' },
    { name: 'a behaviour', path: `/access/behaviours?open=${behaviour?.id}`, shows: 'drawer' },
    { name: 'hooks', path: '/hooks', shows: 'table' },
    { name: 'a hook', path: `/hooks/${hook.id}` },
    { name: 'events and channel of a hook', path: `/hooks/${hook.id}?tab=channel` },
    { name: 'the built-in receiver', path: '/hooks/receiver' },
    { name: 'connections', path: '/sync', shows: 'table' },
    { name: 'a new connection', path: '/sync?create=connection', shows: 'drawer' },
    { name: 'a connection', path: `/sync/${connection.id}` },
    { name: 'requests of a connection', path: `/sync/${connection.id}?tab=requests` },
    { name: 'access of a connection', path: `/sync/${serviceApp.id}?tab=access` },
    { name: 'background jobs', path: '/jobs', shows: 'table' },
    { name: 'drafts', path: '/drafts', shows: 'table' },
    { name: 'a dialog', path: '/directory/groups?create=group', shows: 'drawer' },
    { name: 'the tour', path: '/tour' },
    ...['general', 'appearance', 'service', 'audit-log', 'backups', 'developer', 'about'].map((name): Room => ({
      name: `settings: ${name}`,
      path: `/settings/${name}`,
    })),
  ]
}

/** An import whose columns wait to be matched, and one with rows that cannot be imported. */
async function importPages(service: HeadlessService): Promise<Room[]> {
  const file = 'Username,Given name,Mail,Badge\nida@example.com,Ida,ida@example.com,7\nbad@example.com,Bo,none,8\n'
  const upload = async () => {
    const reply = await fetch(`${service.url}/gatehouse/v1/directory/imports?name=people.csv`, {
      method: 'POST',
      headers: { authorization: `SSWS ${service.token}`, 'content-type': 'application/octet-stream' },
      body: file,
    })
    return (await reply.json()) as Found & { columns: { name: string; target: string | null }[] }
  }
  const [uploaded, checked] = [await upload(), await upload()]
  const mapping = Object.fromEntries(checked.columns.map(({ name, target }) => [name, target]))
  await service.request('POST', `/gatehouse/v1/directory/imports/${checked.id}/check`, { mapping })
  return [
    { name: 'columns of an import', path: `/directory/imports/${uploaded.id}` },
    { name: 'a checked import', path: `/directory/imports/${checked.id}`, shows: 'table' },
  ]
}

/** The editor of a rule of each type. */
async function ruleEditors(service: HeadlessService): Promise<Room[]> {
  for (const { type, conditions, actions } of WRITTEN) {
    const [policy] = await get(service, `/api/v1/policies?type=${type}`)
    const rule = { type, name: `Of ${type}`, conditions, actions }
    await service.request('POST', `/api/v1/policies/${policy?.id}/rules`, rule)
  }
  const types = ['SVC_SIGN_ON', 'PASSWORD', 'ACCESS_POLICY', 'PROFILE_ENROLLMENT', ...WRITTEN.map(({ type }) => type)]
  const editors = types.map(async (type): Promise<Room> => {
    const [policy] = await get(service, `/api/v1/policies?type=${type}`)
    const rules = await get<(Found & { conditions: object | null })[]>(service, `/api/v1/policies/${policy?.id}/rules`)
    const fullest = rules.sort((a, b) => JSON.stringify(b.conditions).length - JSON.stringify(a.conditions).length)[0]
    return { name: `a rule of ${type}`, path: `/policies/${policy?.id}?rule=${fullest?.id}`, shows: 'drawer' }
  })
  const [token] = await get(service, '/api/v1/authorizationServers/default/policies')
  const oauth: Room = {
    name: 'a rule of OAUTH_AUTHORIZATION_POLICY',
    path: `/policies/${token?.id}?server=default&rule=new`,
    shows: 'drawer',
  }
  return [...(await Promise.all(editors)), oauth]
}

const SHOWN: Record<NonNullable<Room['shows']>, (page: Page) => Promise<void>> = {
  drawer: (page) => expect(page.getByRole('dialog').first()).toBeVisible(),
  verdict: (page) => expect(page.getByRole('article').first()).toBeVisible(),
  blocked: (page) => expect(page.getByRole('note', { name: 'Blocked before any policy' })).toBeVisible(),
  table: (page) => expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible(),
}

/**
 * Goes to a page, until what the one before it showed is gone: that must not be taken for this one. The same page with
 * another query stays, and has followed its address once it has been drawn.
 */
export async function leaveFor(page: Page, service: HeadlessService, path: string): Promise<void> {
  if (new URL(page.url()).hash.split('?')[0] !== `#${path}`.split('?')[0])
    await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-former', ''))
  await page.goto(`${service.url}/#${path}`)
  await expect(page.locator('[data-former]')).toHaveCount(0)
  await page.evaluate(drawnTwice)
}

/** By the second frame all that an address changes at once has been drawn. */
const drawnTwice = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Comes into a room, and waits until nothing in it is still being read. */
export async function enter(page: Page, service: HeadlessService, { path, shows }: Room): Promise<void> {
  await leaveFor(page, service, path)
  if (shows) await SHOWN[shows](page)
  await isRead(page)
}

/** Waits until all that a page shows has come, and nothing fades any more. */
export async function isRead(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  // What is read again is dimmed until it is there.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await fadingEnded(page)
}

/** What fades in or out has done so: its colours are not its own before. */
export const fadingEnded = (page: Page): Promise<void> => page.evaluate(ended)

/** Two seconds at the most. */
const ended = () => {
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  const all = Promise.all(fading.map((animation) => animation.finished.catch(() => undefined)))
  return Promise.race([all, new Promise((resolve) => setTimeout(resolve, 2_000))]).then(() => undefined)
}
