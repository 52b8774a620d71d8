import type { ApiError } from '../../api/api-error.ts'
import type { SignIn } from './context.ts'

/** The inputs of the page. `who` and `network` each hold two, of which one is shown. */
export type Field =
  'user' | 'groups' | 'app' | 'ip' | 'zones' | 'risk' | 'platform' | 'registered' | 'managed' | 'assurance'

interface FieldWords {
  /** Where requests, answers and refusals name it. */
  at: readonly string[]
  /** What the button of an open condition says. */
  ask: string
}

/** Longest paths first where one begins another. */
const FIELDS: Record<Field, FieldWords> = {
  app: { at: ['appInstance', 'AppInstance'], ask: 'Choose an application' },
  user: { at: ['policyContext.user', 'User'], ask: 'Choose a person' },
  groups: { at: ['policyContext.groups', 'Groups', 'UserGroup'], ask: 'Choose groups' },
  ip: { at: ['policyContext.ip'], ask: 'Add an address' },
  zones: { at: ['policyContext.zones', 'NetworkZone'], ask: 'Name the zones' },
  risk: { at: ['policyContext.risk'], ask: 'Add a risk level' },
  platform: { at: ['policyContext.device.platform'], ask: 'Add the platform' },
  registered: { at: ['policyContext.device.registered'], ask: 'Say whether it is registered' },
  managed: { at: ['policyContext.device.managed'], ask: 'Say whether it is managed' },
  assurance: { at: ['policyContext.device.assuranceId'], ask: 'Add a device assurance' },
}

/** The input that a path of the request belongs to; null when there is none. */
export function fieldAt(path: string): Field | null {
  const found = (Object.keys(FIELDS) as Field[]).find((field) =>
    FIELDS[field].at.some((at) => path === at || path.startsWith(`${at}.`)),
  )
  return found ?? null
}

/** The words of the button that leads to a missing field; null when no input supplies it. */
export function askFor(missing: string | null): { field: Field; words: string } | null {
  const field = missing ? fieldAt(missing) : null
  return field && { field, words: FIELDS[field].ask }
}

const NOT_FOUND_KIND = /\((\w+)\)$/
const NOT_ASSIGNED = /assigned to this application/

/**
 * The refusal's words by the input they belong to. What fits no input stays in `rest`, to be shown as a whole. Somebody
 * who lacks the application is told beside the application, which is what was chosen last.
 */
export function placeErrors(
  error: ApiError | null,
  signIn: SignIn,
): { byField: Partial<Record<Field, string>>; rest: boolean } {
  if (!error) return { byField: {}, rest: false }
  const kind = NOT_FOUND_KIND.exec(error.summary)?.[1]
  const causes = error.causes.length ? error.causes : kind ? [{ summary: error.summary, location: kind }] : []
  const byField: Partial<Record<Field, string>> = {}
  let rest = causes.length === 0
  for (const { summary, location } of causes) {
    const named = fieldAt(location)
    const field = signIn.app && NOT_ASSIGNED.test(summary) ? 'app' : named
    if (field) byField[field] = summary
    else rest = true
  }
  return { byField, rest }
}
