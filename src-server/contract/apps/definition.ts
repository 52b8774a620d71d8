import type { App, AppWrite, UserNameTemplate } from './app.ts'

type Container = Record<string, unknown>
type Given = Partial<Pick<AppWrite, 'accessibility' | 'visibility' | 'settings' | 'profile' | 'credentials'>>

/** What an application holds beyond its columns. */
export type AppDefinition = Pick<App, 'accessibility' | 'visibility' | 'features' | 'settings' | 'profile'> & {
  /** Absent in what was stored before there were templates. */
  credentials?: { userNameTemplate: UserNameTemplate }
}

const ACCESSIBILITY = { selfService: false, errorRedirectUrl: null, loginRedirectUrl: null }
const VISIBILITY = { autoLaunch: false, autoSubmitToolbar: false, hide: { iOS: false, web: false } }
const SETTINGS = {
  app: {},
  notifications: { vpn: { network: { connection: 'DISABLED' }, message: null, helpUrl: null } },
  manualProvisioning: false,
  implicitAssignment: false,
  notes: { admin: null, enduser: null },
}

/**
 * What an application holds, whole: what the request leaves out is as in a new one (spec/5 §8.1). What was stored with fewer
 * defaults is completed by the same function.
 * @param name of its kind
 */
export function appDefinition(
  name: string,
  given: Given,
  features: string[] = [],
): Required<Pick<AppDefinition, 'credentials'>> & AppDefinition {
  return {
    accessibility: filled(ACCESSIBILITY, given.accessibility),
    visibility: filled({ ...VISIBILITY, appLinks: { [appLinkName(name)]: true } }, given.visibility),
    features,
    credentials: { userNameTemplate: templateOf(given.credentials?.userNameTemplate ?? {}) },
    settings: filled(SETTINGS, given.settings),
    ...(given.profile ? { profile: given.profile } : {}),
  }
}

/** What an application's link on people's pages is called (spec/5 §8.2, §8.5). @param name of its kind */
export const appLinkName = (name: string) => (name === 'svc_admin_console' ? 'admin' : `${name}_link`)

type TemplateWrite = NonNullable<NonNullable<AppWrite['credentials']>['userNameTemplate']>

function templateOf({ template, type, suffix, pushStatus }: TemplateWrite): UserNameTemplate {
  const push = pushStatus ?? (type === 'CUSTOM' ? 'DONT_PUSH' : null)
  return {
    template: template ?? '${source.login}',
    type: type ?? 'BUILT_IN',
    ...(suffix === undefined ? {} : { suffix }),
    ...(push ? { pushStatus: push } : {}),
  }
}

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is given over the defaults, container by container; null counts as absent where there is a default (spec/5 §0.1). */
function filled(defaults: Container, given: Container = {}): Container {
  const entries = Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    const standard = Object.hasOwn(defaults, key) ? defaults[key] : undefined
    if (isContainer(standard) && isContainer(value)) return [[key, filled(standard, value)]]
    return value === null && standard !== undefined ? [] : [[key, value]]
  })
  // WHY not by assignment: a key may be `__proto__`.
  return Object.fromEntries([...Object.entries(defaults), ...entries])
}
