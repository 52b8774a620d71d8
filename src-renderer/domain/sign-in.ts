import type { LocationQuery, LocationQueryRaw } from 'vue-router'
import { OS_TYPES, RISK_DETECTION_TYPES } from '#contract/policy/conditions.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { ExplanationContext, Counterfactual } from '#contract/policy/simulation.ts'
import { PATHS } from './paths.ts'
import { getIn, setIn } from '#ui/lib/tree.ts'

export const RISKS = ['LOW', 'MEDIUM', 'HIGH'] as const
type Risk = (typeof RISKS)[number]
type Platform = (typeof OS_TYPES)[number]
export const AUTH_TYPES = ['ANY', 'LDAP_INTERFACE'] as const
type AuthType = (typeof AUTH_TYPES)[number]
/** Stands for this service among the identity providers, beside their ids. */
export const THIS_SERVICE = 'SVC'

/**
 * The hypothetical sign-in as the page holds it: null, an empty text or an empty list mean "not given", but for lists
 * that may also be null, where empty means "none was detected". Who is either a person or groups, the network either an
 * address or zones; `normalize` sees to it.
 */
export interface SignIn {
  user: string | null
  groups: string[]
  app: string | null
  ip: string
  zones: string[]
  risk: Risk | null
  platform: Platform | null
  registered: boolean | null
  managed: boolean | null
  /** Id of the device assurance that is satisfied. */
  assurance: string | null
  /** What was typed to sign in. */
  identifier: string
  authType: AuthType | null
  /** `SVC` or the id of a provider. */
  idp: string | null
  behaviors: string[] | null
  entityRisk: Risk | null
  detections: string[] | null
  /** Id of the authorization server that is asked for a token, by whom, how and for what. */
  server: string | null
  client: string | null
  grant: string
  scopes: string[]
}
export type Field = keyof SignIn

/** How a value is written to the address (`write`, null when not given; `read`), and foreign values are read (`take`). */
interface Kind<T> {
  take: (value: unknown) => T
  write: (value: T) => string | null
  read: (text: string) => unknown
}

const same = (text: string) => text
const texts = (value: unknown) =>
  Array.isArray(value) ? [...new Set(value.filter((item) => typeof item === 'string' && item !== ''))] : null
const split = (separator: string) => (text: string) => text.split(separator).filter(Boolean)

const text: Kind<string> = {
  take: (value) => (typeof value === 'string' ? value.trim() : ''),
  write: (value) => value || null,
  read: same,
}
const id: Kind<string | null> = { ...text, take: (value) => text.take(value) || null, write: (value) => value || null }
const flag: Kind<boolean | null> = {
  take: (value) => (typeof value === 'boolean' ? value : null),
  write: (value) => (value === null ? null : String(value)),
  read: (word) => ({ true: true, false: false })[word],
}
function word<T extends string>(allowed: readonly T[]): Kind<T | null> {
  return { take: (value) => allowed.find((one) => one === value) ?? null, write: (value) => value, read: same }
}
function list(separator: string): Kind<string[]> {
  return {
    take: (value) => texts(value) ?? [],
    write: (value) => value.join(separator) || null,
    read: split(separator),
  }
}
function detected(allowed?: readonly string[]): Kind<string[] | null> {
  return {
    take: (value) => texts(value)?.filter((item) => !allowed || allowed.includes(item)) ?? null,
    write: (value) => value?.join(',') ?? null,
    read: split(','),
  }
}
/** The request spells it `{ type: 'SVC' }` or `{ type: 'IDP', id }`; the page, the address and pickers a word. */
const provider: Kind<string | null> = {
  ...id,
  take: (value) => (getIn(value, 'type') === 'SVC' ? THIS_SERVICE : id.take(getIn(value, 'id') ?? value)),
}

type Fields = { [Name in Field]: Kind<SignIn[Name]> & { at: string } }

/** Every field: where the request holds it, and its kind. The address calls it by its own name. */
const FIELDS: Fields = {
  user: { at: 'policyContext.user.id', ...id },
  groups: { at: 'policyContext.groups.ids', ...list(',') },
  app: { at: 'appInstance', ...id },
  ip: { at: 'policyContext.ip', ...text },
  zones: { at: 'policyContext.zones.ids', ...list(',') },
  risk: { at: 'policyContext.risk.level', ...word(RISKS) },
  platform: { at: 'policyContext.device.platform', ...word(OS_TYPES) },
  registered: { at: 'policyContext.device.registered', ...flag },
  managed: { at: 'policyContext.device.managed', ...flag },
  assurance: { at: 'policyContext.device.assuranceId', ...id },
  identifier: { at: 'policyContext.identifier', ...text },
  authType: { at: 'policyContext.authType', ...word(AUTH_TYPES) },
  idp: { at: 'policyContext.identityProvider', ...provider },
  behaviors: { at: 'policyContext.behaviors', ...detected() },
  entityRisk: { at: 'policyContext.entityRisk.level', ...word(RISKS) },
  detections: { at: 'policyContext.riskDetections', ...detected(RISK_DETECTION_TYPES) },
  server: { at: 'policyContext.authorizationServerId', ...id },
  client: { at: 'policyContext.clientId', ...id },
  grant: { at: 'policyContext.grantType', ...text },
  // Scopes may hold commas, but no spaces (RFC 6749 §3.3).
  scopes: { at: 'policyContext.scopes', ...list(' ') },
}
export const FIELD_NAMES = Object.keys(FIELDS) as Field[]

/** Where the request holds a field, such as `policyContext.ip`. */
export function requestPathOf(field: Field): string {
  return FIELDS[field].at
}

function build(valueOf: <Name extends Field>(name: Name) => SignIn[Name]): SignIn {
  // WHY the cast: the keys are those of the table, whose type pairs each with its kind.
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, valueOf(name)])) as unknown as SignIn
}
const written = <Name extends Field>(name: Name, signIn: SignIn) => FIELDS[name].write(signIn[name])

export const NOTHING: Readonly<SignIn> = build((name) => FIELDS[name].take(undefined))

/** Whether a field says something, if only that nothing was detected. */
export function isGiven(signIn: SignIn, field: Field): boolean {
  return written(field, signIn) !== null
}

/** Drops what cannot be combined: the person wins over groups, the address over zones. Always a copy. */
export function normalize(signIn: SignIn): SignIn {
  const trimmed = build((name) => FIELDS[name].take(signIn[name]))
  return { ...trimmed, groups: trimmed.user ? [] : trimmed.groups, zones: trimmed.ip ? [] : trimmed.zones }
}

/** Reads the page's address; what it cannot read counts as not given. `prefix` begins the names of a second sign-in. */
export function fromQuery(query: LocationQuery, prefix = ''): SignIn {
  return normalize(
    build((name) => {
      const value = query[prefix + name]
      return FIELDS[name].take(typeof value === 'string' ? FIELDS[name].read(value) : undefined)
    }),
  )
}

/** The address's query for a sign-in; what is not given is left out. */
export function toQuery(signIn: SignIn, prefix = ''): Record<string, string> {
  const normal = normalize(signIn)
  return Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
      const value = written(name, normal)
      return value === null ? [] : [[prefix + name, value]]
    }),
  )
}

/**
 * The address of the page with a sign-in filled in, for links from other pages.
 * @param event the uuid of the event that recorded it, which is then shown beside today's verdict
 * @param type of policy, where the others have nothing to do with it
 */
export function simulationPath(
  signIn: Partial<SignIn>,
  event?: string,
  type?: PolicyType,
): { path: string; query: LocationQueryRaw } {
  const more = { ...(event ? { event } : {}), ...(type ? { types: type } : {}) }
  return { path: PATHS.simulate, query: { ...toQuery({ ...NOTHING, ...signIn }), ...more } }
}

/** Whether a client asks for a token for itself, of whom no person is known. */
export const isClientAlone = ({ user, groups, grant }: SignIn): boolean =>
  grant === 'client_credentials' && !user && groups.length === 0

/** Whether somebody is given, or a client that asks for itself; without that nothing can be asked. */
export function isAskable(signIn: SignIn): boolean {
  return Boolean(signIn.user) || signIn.groups.length > 0 || isClientAlone(signIn)
}

export function isNothing(signIn: SignIn): boolean {
  return Object.keys(toQuery(signIn)).length === 0
}

/** One text for one sign-in, however it was come by. */
export function keyOf(signIn: SignIn): string {
  return JSON.stringify(toQuery(signIn))
}

/** The fields in which two sign-ins differ. */
export function differingFields(a: SignIn, b: SignIn): Field[] {
  const [first, second] = [normalize(a), normalize(b)]
  return FIELD_NAMES.filter((name) => written(name, first) !== written(name, second))
}

/** What a request to explain carries. */
interface ExplanationBody {
  policyTypes?: PolicyType[]
  appInstance?: string
  policyContext: ExplanationContext
}

function wireValue(name: Field, signIn: SignIn): unknown {
  const { idp } = signIn
  if (name !== 'idp') return signIn[name]
  return idp === THIS_SERVICE ? { type: 'SVC' } : { type: 'IDP', id: idp }
}

/** The request's body; fields that are not given are absent, so that conditions on them cannot be told. */
export function toBody(signIn: SignIn): ExplanationBody {
  const normal = normalize(signIn)
  const body = FIELD_NAMES.filter((name) => isGiven(normal, name)).reduce<Record<string, unknown>>(
    (made, name) => setIn(made, FIELDS[name].at, wireValue(name, normal)),
    { policyContext: {} },
  )
  return body as unknown as ExplanationBody
}

/** The sign-in of a request; what the page has no field for is dropped. */
export function fromBody(body: unknown): SignIn {
  return normalize(build((name) => FIELDS[name].take(getIn(body, FIELDS[name].at))))
}

/** Of two fields that exclude each other, the one that gives way when a change sets the other. */
const GIVES_WAY: readonly (readonly [set: Field, cleared: Field])[] = [
  ['groups', 'user'],
  ['zones', 'ip'],
]

/** The sign-in after the changes that a counterfactual names; the former one stays as it is. */
export function withChanges(signIn: SignIn, changes: Counterfactual['changes']): SignIn {
  const before = toBody(signIn)
  const body = changes.reduce<unknown>((made, { path, value }) => setIn(made, path, value ?? undefined), before)
  const cleared = GIVES_WAY.filter(([set]) => {
    const now = getIn(body, FIELDS[set].at)
    return Array.isArray(now) && now.length > 0 && now !== getIn(before, FIELDS[set].at)
  })
  return fromBody(cleared.reduce<unknown>((made, [, other]) => setIn(made, FIELDS[other].at, undefined), body))
}
