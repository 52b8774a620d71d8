import { z } from 'zod'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { policyBody, ruleBody } from './factories.ts'
import { soundApp } from './app-bodies.ts'

/**
 * One request of a case file, and the small language it is written in, so that a case shows only what it is about:
 * `like` takes a valid body, `set` and `unset` change it. In every text `${name}` is the id of a prepared object;
 * `{"$times": n, "of": x}` is a list of n, numbered by `${n}`; `{"$text": n}` is a text of n letters.
 */
export const requestSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']),
  /** Below `/api/v1`. */
  path: z.string().startsWith('/'),
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  /** A sound body by its name in `BODIES`, or `as read`: what GET answers at the path of the request. */
  like: z.string().optional(),
  /** New values by path, such as `actions.signon.access` or `providers.0.id`. */
  set: z.record(z.string(), z.unknown()).optional(),
  unset: z.array(z.string()).optional(),
  /** The whole body, where no other resembles it. */
  body: z.unknown().optional(),
})
export type CaseRequest = z.output<typeof requestSchema>

/** Ids by the names that cases use. */
export type Names = Map<string, string>

const CONTEXT = { appInstance: '${app}', policyContext: { user: { id: '${person}' } } }

/** The attributes of a sound form, the two that every profile has and the address. */
const ENROLLMENT = {
  access: 'ALLOW',
  activationRequirements: { emailVerification: true },
  profileAttributes: [
    { name: 'firstName', label: 'First name', required: true },
    { name: 'lastName', label: 'Last name', required: true },
    { name: 'email', label: 'Email', required: true },
  ],
  unknownUserAction: 'REGISTER',
}

const BODIES: Readonly<Record<string, () => object>> = {
  ...Object.fromEntries(POLICY_TYPE_NAMES.map((type) => [`policy ${type}`, () => policyBody(type)])),
  ...Object.fromEntries(POLICY_TYPE_NAMES.map((type) => [`rule ${type}`, () => ruleBody(type)])),
  'rule PROFILE_ENROLLMENT': () => ruleBody('PROFILE_ENROLLMENT', { actions: { profileEnrollment: ENROLLMENT } }),
  'rule OAUTH_AUTHORIZATION_POLICY': () =>
    ruleBody('OAUTH_AUTHORIZATION_POLICY', {
      conditions: {
        people: { groups: { include: ['${everyone}'] } },
        grantTypes: { include: ['authorization_code'] },
        scopes: { include: ['*'] },
      },
      actions: { token: {} },
    }),
  simulation: () => CONTEXT,
  group: () => ({ profile: { name: unique('Group') } }),
  'IP zone': () => ({ type: 'IP', name: unique('Zone'), gateways: [{ type: 'CIDR', value: '192.0.2.0/24' }] }),
  'dynamic zone': () => ({ type: 'DYNAMIC', name: unique('Zone'), locations: [{ country: 'NL' }] }),
  server: () => ({ name: unique('Server'), audiences: ['api://example'] }),
  behavior: () => ({ type: 'VELOCITY', name: unique('Behavior'), settings: { velocityKph: 900 } }),
  'device assurance': () => ({ platform: 'IOS', name: unique('Assurance'), osVersion: { minimum: '17.1' } }),
  'identity provider': () => ({ type: 'SAML2', name: unique('Provider') }),
  authenticator: () => ({ key: 'webauthn', name: unique('Authenticator') }),
  app: () => soundApp('BOOKMARK', unique('App')),
  mapping: () => ({ resourceId: '${app}', resourceType: 'ACCESS_POLICY' }),
}

let count = 0
function unique(word: string): string {
  count += 1
  return `${word} of case ${count}`
}

/** Puts ids in the place of names, and writes out lists and texts, at any depth. @throws Error for an unknown name */
export function resolve(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/\$\{([^}]+)\}/g, (whole, name: string) => {
      const id = names.get(name)
      if (id === undefined) throw new Error(`no prepared object is named ${whole}`)
      return id
    })
  if (Array.isArray(value)) return value.map((item: unknown) => resolve(item, names))
  if (value === null || typeof value !== 'object') return value
  if ('$text' in value) return 'x'.repeat(value['$text'] as number)
  if ('$times' in value) {
    const { $times, of } = value as { $times: number; of?: unknown }
    return Array.from({ length: $times }, (_, index) => resolve(of, new Map([...names, ['n', String(index + 1)]])))
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner, names)]))
}

type Tree = Record<string, unknown>

/** Sets the value at a dotted path, and makes what is missing on the way; `undefined` takes the field out. */
function put(body: Tree, path: string, value: unknown): void {
  const keys = path.split('.')
  const last = keys.pop() as string
  const holder = keys.reduce<Tree>((at, key) => (at[key] ??= {}) as Tree, body)
  if (value === undefined) delete holder[last]
  else holder[last] = value
}

export interface SoundRequest {
  method: string
  /** With the query, from `/api/v1` on. */
  path: string
  /** JSON; absent where the case gives no body. */
  body?: string
}

/** Builds what goes over the wire. @param read answers `as read` */
export async function buildRequest(
  request: CaseRequest,
  names: Names,
  read: (path: string) => Promise<unknown>,
): Promise<SoundRequest> {
  const { method, like, set = {}, unset = [] } = request
  const path = `/api/v1${resolve(request.path, names) as string}`
  const query = new URLSearchParams(
    Object.entries(resolve(request.query ?? {}, names) as Record<string, string | string[]>).flatMap(([key, value]) =>
      [value].flat().map((one) => [key, one]),
    ),
  ).toString()
  const body = like === undefined ? request.body : await soundBody(like, path, read)
  if (body !== null && typeof body === 'object') {
    for (const [field, value] of Object.entries(set)) put(body as Tree, field, value)
    for (const field of unset) put(body as Tree, field, undefined)
  }
  return {
    method,
    path: query ? `${path}?${query}` : path,
    ...(body === undefined ? {} : { body: JSON.stringify(resolve(body, names)) }),
  }
}

async function soundBody(like: string, path: string, read: (path: string) => Promise<unknown>): Promise<unknown> {
  if (like === 'as read') return read(path)
  const make = BODIES[like]
  if (!make) throw new Error(`no sound body is named ${like}`)
  return structuredClone(make())
}
