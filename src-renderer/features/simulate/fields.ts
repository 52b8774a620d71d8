import type { ApiError } from '#ui/api/api-error.ts'
import { FIELD_NAMES, requestPathOf, type Field, type SignIn } from '#ui/domain/sign-in.ts'
import { isWithin } from '#ui/lib/tree.ts'

interface FieldLabels {
  /** Its name in a list of fields. */
  label: string
  /** The button of a condition that needs the field. */
  ask: string
  /** Other names of the field in error messages, beside its path in the request. */
  also?: readonly string[]
}

const LABELS: Record<Field, FieldLabels> = {
  user: { label: 'person', ask: 'Choose a person', also: ['User'] },
  groups: { label: 'groups', ask: 'Choose groups', also: ['Groups', 'UserGroup'] },
  app: { label: 'application', ask: 'Choose an application', also: ['AppInstance'] },
  ip: { label: 'address', ask: 'Add an address' },
  zones: { label: 'zones', ask: 'Choose the zones', also: ['NetworkZone'] },
  risk: { label: 'risk', ask: 'Add a risk level' },
  platform: { label: 'platform', ask: 'Add the platform' },
  registered: { label: 'registered device', ask: 'Set whether it is registered' },
  managed: { label: 'managed device', ask: 'Set whether it is managed' },
  assurance: { label: 'device assurance', ask: 'Add a device assurance', also: ['DeviceAssurance'] },
  identifier: { label: 'username entered', ask: 'Add the username entered' },
  authType: { label: 'sign-in via', ask: 'Choose how they sign in' },
  idp: { label: 'identity provider', ask: 'Choose the provider', also: ['IdentityProvider'] },
  behaviors: { label: 'behaviors', ask: 'Choose what was detected', also: ['BehaviorRule'] },
  entityRisk: { label: 'entity risk', ask: 'Add the entity risk' },
  detections: { label: 'detections', ask: 'Choose what was detected' },
  server: { label: 'authorization server', ask: 'Choose an authorization server', also: ['AuthorizationServer'] },
  client: { label: 'client', ask: 'Choose the client', also: ['PublicClientApp'] },
  grant: { label: 'grant type', ask: 'Add the grant type' },
  scopes: { label: 'scopes', ask: 'Add the scopes' },
}

/** The name of a field in a list: "address". */
export function fieldLabel(field: Field): string {
  return LABELS[field].label
}

/** The field of a path in the request, or the first field inside it; null when there is none. */
export function fieldAt(path: string): Field | null {
  const named = FIELD_NAMES.find(
    (field) => isWithin(path, requestPathOf(field)) || LABELS[field].also?.some((other) => isWithin(path, other)),
  )
  return named ?? FIELD_NAMES.find((field) => isWithin(requestPathOf(field), path)) ?? null
}

/** The field that a condition needs and the label of its button; null when no input supplies it. */
export function askFor(missing: string | null): { field: Field; label: string } | null {
  const field = missing ? fieldAt(missing) : null
  return field && { field, label: LABELS[field].ask }
}

const NOT_FOUND_KIND = /\((\w+)\)$/
const NOT_ASSIGNED = /assigned to this application/

/** Error messages by field. */
export type FieldErrors = Partial<Record<Field, string>>

/**
 * The messages of an error by field. `rest` is true when a message fits no field and the error must be shown as a whole.
 * "Not assigned to this application" is shown at the application, which was chosen last.
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
