import { isObject } from '../interface/schema-tree.ts'
import { textAt, valueAt, type Body } from './definition.ts'
import type { SyncKind } from './kind-names.ts'
import type { ObjectStep, PlanStep } from './plan-step.ts'

/** A secret that a step needs and that no side tells. */
export interface NeededSecret {
  /** Of the field, as errors name it: `channel.config.headers[0].value`. */
  readonly path: string
  /** What it is, as a noun that `of the event hook “Payroll hook”` can follow. */
  readonly label: string
}

/** A secret that was given for a step. */
export interface GivenSecret {
  readonly path: string
  readonly value: string
}

/** WHY: a new hook has to have a secret. This one opens nothing: the endpoint refuses until the right one is entered. */
export const SECRET_UNKNOWN = 'the secret of this hook is not known here'

interface SecretsOf {
  /**
   * The secrets that an object has and its body does not.
   * @param before as the target has it; what that has already stays there
   */
  readonly asked?: (body: Body, before: Body | undefined) => readonly NeededSecret[]
  /** Whether a new object has something of the sort for which nothing is asked. */
  readonly has?: (body: Body) => boolean
  /** What becomes of it at the target, in a sentence. */
  readonly note: string
}

const AUTH = 'channel.config.authScheme'
const HEADERS = 'channel.config.headers'
const CLIENT = 'protocol.credentials.client'
const PROVIDER = 'provider.configuration'

/** The headers of a hook, in their order. */
export function headersIn(body: Body | undefined): readonly Body[] {
  const headers = valueAt(body, HEADERS)
  return Array.isArray(headers) ? (headers as Body[]) : []
}

/** The header of a hook that has the name of another. */
export const headerOf = (hook: Body | undefined, { key }: Body): Body | undefined =>
  headersIn(hook).find((header) => header['key'] === key)

/** Whether a hook authenticates by a header of its own. */
export const isAuthenticated = (hook: Body | undefined): boolean => isObject(valueAt(hook, AUTH))

function ofHook(body: Body, before: Body | undefined): NeededSecret[] {
  const headers = headersIn(body).flatMap((header, at) =>
    textAt(header, 'value') !== '' || headerOf(before, header)
      ? []
      : [{ path: `${HEADERS}[${at}].value`, label: `Value of the header ${textAt(header, 'key')}` }],
  )
  const isNew = isAuthenticated(body) && !isAuthenticated(before)
  return [...(isNew ? [{ path: `${AUTH}.value`, label: 'Secret' }] : []), ...headers]
}

function ofClient(body: Body, before: Body | undefined): NeededSecret[] {
  const id = textAt(body, `${CLIENT}.client_id`)
  const isKnown = id === textAt(before, `${CLIENT}.client_id`) || textAt(body, `${CLIENT}.client_secret`) !== ''
  return id === '' || isKnown ? [] : [{ path: `${CLIENT}.client_secret`, label: 'Client secret' }]
}

/** By the key of an authenticator: what its provider wants to know of who calls it. */
const PROVIDER_KEYS: Readonly<Record<string, readonly NeededSecret[]>> = {
  partner_app_a: [
    { path: `${PROVIDER}.integrationKey`, label: 'Integration key' },
    { path: `${PROVIDER}.secretKey`, label: 'Secret key' },
  ],
}
const SHARED_SECRET: readonly NeededSecret[] = [{ path: `${PROVIDER}.sharedSecret`, label: 'Shared secret' }]

/** Only of those whose provider is at a host that is called. */
function ofProvider(body: Body, before: Body | undefined): readonly NeededSecret[] {
  const host = `${PROVIDER}.host`
  if (textAt(body, host) === '' || textAt(before, host) !== '') return []
  return PROVIDER_KEYS[textAt(body, 'key')] ?? SHARED_SECRET
}

/** The kinds of which some objects have a secret that only a person has. */
const SECRETS: Readonly<Partial<Record<SyncKind, SecretsOf>>> = {
  user: {
    has: () => true,
    note: 'The person is made without a password, and is to be activated there.',
  },
  app: {
    has: (body) => textAt(body, 'signOnMode') === 'OPENID_CONNECT',
    note: 'It gets a client id and a secret of its own there, which its program has to be told.',
  },
  eventHook: {
    asked: ofHook,
    note: 'Its secret is not known here: until it is given, its endpoint refuses the events.',
  },
  identityProvider: {
    asked: ofClient,
    note: 'Its client secret is not known here: until it is given, no one can sign in through it.',
  },
  authenticator: {
    asked: ofProvider,
    note: 'The keys of its provider are not known here: until they are given, no one can sign in with it.',
  },
}

/** Whether objects of a kind, a word of outside, can need a secret that is asked for. */
export const mayNeedSecrets = (kind: string): boolean =>
  Object.hasOwn(SECRETS, kind) && SECRETS[kind as SyncKind]?.asked !== undefined

/** What a step of a kind says while a secret that it needs is not given. */
export const secretNote = (kind: SyncKind): string | undefined => SECRETS[kind]?.note

type Asking = Pick<ObjectStep, 'act' | 'kind' | 'source' | 'before' | 'paths' | 'isGiven' | 'brings'>

/** The secrets that a step needs, whether or not its source brings them: of what it makes, and of what it adds to what is there. */
export function secretsOf({ act, kind, source, before, paths, isGiven }: Asking): readonly NeededSecret[] {
  if (!source || isGiven || act === 'remove') return []
  const all = SECRETS[kind]?.asked?.(source.body, before?.body) ?? []
  return act === 'create' ? all : all.filter(({ path }) => paths.some((taken) => isWithin(path, taken)))
}

/** The secrets that have to be given for a step; without them it is carried out all the same, and they are entered at the target. */
export function neededSecrets(step: PlanStep): readonly NeededSecret[] {
  if (step.act === 'order') return []
  const { brings = [] } = step
  return secretsOf(step).filter(({ path }) => !brings.includes(path))
}

/** Whether a field that is taken over has a secret in it, or is beside it. */
function isWithin(path: string, taken: string): boolean {
  const holder = path.slice(0, path.lastIndexOf('.'))
  return (
    holder === taken || taken.startsWith(`${holder}.`) || path.startsWith(`${taken}.`) || path.startsWith(`${taken}[`)
  )
}

/** What a person has to see to once a step is carried out, unless a secret that it needs was given. */
export function notesOf(step: Asking): string[] {
  const { act, kind, source } = step
  const secrets = SECRETS[kind]
  if (!secrets || !source) return []
  const isNoted = act === 'create' && secrets.has?.(source.body)
  return isNoted || neededSecrets(step as ObjectStep).length > 0 ? [secrets.note] : []
}

/** A body with secrets at their paths. */
export const withSecrets = (body: Body, given: readonly GivenSecret[]): Body =>
  given.reduce((filled, { path, value }) => placed(filled, path.split(/[.[\]]+/).filter(Boolean), value) as Body, body)

function placed(node: unknown, [key, ...rest]: readonly string[], value: string): unknown {
  if (key === undefined) return value
  if (Array.isArray(node))
    return node.map((item, at) => (String(at) === key ? placed(item, rest, value) : item) as unknown)
  const inner = isObject(node) ? node : {}
  return { ...inner, [key]: placed(inner[key], rest, value) }
}
