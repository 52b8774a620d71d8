import type { ApiError } from '../../api/api-error.ts'
import { FIELD_NAMES, pathOf, type Field, type SignIn } from './context.ts'

interface FieldWords {
  /** What it is called where it is named among others. */
  label: string
  /** What the button of an open condition says. */
  ask: string
  /** What refusals call it beside its path in the request. */
  also?: readonly string[]
}

const WORDS: Record<Field, FieldWords> = {
  user: { label: 'person', ask: 'Choose a person', also: ['User'] },
  groups: { label: 'groups', ask: 'Choose groups', also: ['Groups', 'UserGroup'] },
  app: { label: 'application', ask: 'Choose an application', also: ['AppInstance'] },
  ip: { label: 'address', ask: 'Add an address' },
  zones: { label: 'zones', ask: 'Name the zones', also: ['NetworkZone'] },
  risk: { label: 'risk', ask: 'Add a risk level' },
  platform: { label: 'platform', ask: 'Add the platform' },
  registered: { label: 'registered device', ask: 'Say whether it is registered' },
  managed: { label: 'managed device', ask: 'Say whether it is managed' },
  assurance: { label: 'device assurance', ask: 'Add a device assurance', also: ['DeviceAssurance'] },
  identifier: { label: 'identifier', ask: 'Add what was typed' },
  authType: { label: 'way of signing in', ask: 'Say how they sign in' },
  idp: { label: 'identity provider', ask: 'Name the provider', also: ['IdentityProvider'] },
  behaviors: { label: 'behaviours', ask: 'Say what was detected', also: ['BehaviorRule'] },
  entityRisk: { label: 'entity risk', ask: 'Add the entity risk' },
  detections: { label: 'detections', ask: 'Say what was detected' },
  server: { label: 'authorization server', ask: 'Choose an authorization server', also: ['AuthorizationServer'] },
  client: { label: 'client', ask: 'Choose the client', also: ['PublicClientApp'] },
  grant: { label: 'grant type', ask: 'Add the grant type' },
  scopes: { label: 'scopes', ask: 'Name the scopes' },
}

/** What a field is called among others: "address". */
export function fieldLabel(field: Field): string {
  return WORDS[field].label
}

const within = (path: string, outer: string) => path === outer || path.startsWith(`${outer}.`)

/** The input that a path of the request belongs to, or that of a part of it; null when there is none. */
export function fieldAt(path: string): Field | null {
  const named = FIELD_NAMES.find(
    (field) => within(path, pathOf(field)) || WORDS[field].also?.some((other) => within(path, other)),
  )
  return named ?? FIELD_NAMES.find((field) => within(pathOf(field), path)) ?? null
}

/** The words of the button that leads to a missing field; null when no input supplies it. */
export function askFor(missing: string | null): { field: Field; words: string } | null {
  const field = missing ? fieldAt(missing) : null
  return field && { field, words: WORDS[field].ask }
}

const NOT_FOUND_KIND = /\((\w+)\)$/
const NOT_ASSIGNED = /assigned to this application/

/** A refusal's words by the input they belong to. */
export type FieldErrors = Partial<Record<Field, string>>

/**
 * The refusal's words by the input they belong to. What fits no input stays in `rest`, to be shown as a whole. Somebody
 * who lacks the application is told beside the application, which is what was chosen last.
 */
export function placeErrors(error: ApiError | null, signIn: SignIn | null): { byField: FieldErrors; rest: boolean } {
  if (!error) return { byField: {}, rest: false }
  const kind = NOT_FOUND_KIND.exec(error.summary)?.[1]
  const causes = error.causes.length ? error.causes : kind ? [{ summary: error.summary, location: kind }] : []
  const byField: FieldErrors = {}
  let rest = causes.length === 0
  for (const { summary, location } of causes) {
    const named = fieldAt(location)
    const field = signIn?.app && NOT_ASSIGNED.test(summary) ? 'app' : named
    if (field) byField[field] = summary
    else rest = true
  }
  return { byField, rest }
}
