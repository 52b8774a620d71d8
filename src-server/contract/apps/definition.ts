import { z } from 'zod'
import type { App } from './app.ts'
import type { SchemeCredentials } from './app-credentials.ts'
import { accessibilitySchema, COMMON_SETTINGS, visibilitySchema, type UserNameTemplate } from './app-fields.ts'
import { finishSettings, isClientKind, settingsParts, type AppKind } from './app-kinds.ts'
import type { AppWrite } from './app-write.ts'
import { catalogueEntry, isListed } from './catalogue/catalogue.ts'
import { completeClientCredentials, type StoredClientCredentials } from './client-credentials.ts'
import { hasScheme, modeRow } from './sign-on-modes.ts'

type Container = Record<string, unknown>
type Given = Partial<Pick<AppDefinition, 'accessibility' | 'visibility' | 'licensing' | 'settings' | 'profile'>> &
  Pick<AppWrite, 'credentials'>

const commonSettings = z.strictObject(COMMON_SETTINGS)
const PARTS = ['app', 'signOn', 'oauthClient'] as const

/** What an application holds beyond its columns. */
export type AppDefinition = Pick<
  App,
  'accessibility' | 'licensing' | 'visibility' | 'features' | 'settings' | 'profile'
> & {
  /** Absent in what was stored before there were templates. */
  credentials?: {
    userNameTemplate: UserNameTemplate
    oauthClient?: StoredClientCredentials
  } & Partial<SchemeCredentials>
}

/**
 * What an application holds, whole: what the request leaves out is as in a new one (spec/5 §8.1). What was stored with fewer
 * defaults is completed by the same function.
 */
export function appDefinition(
  { name, signOnMode }: NamedKind,
  given: Given,
  features: string[] = [],
): Required<Pick<AppDefinition, 'credentials'>> & AppDefinition {
  const visibility = completed(visibilitySchema, given.visibility)
  const kind = { name, signOnMode }
  const settings = settingsOf(kind, given.settings)
  return {
    accessibility: completed(accessibilitySchema, given.accessibility),
    ...licensingOf(kind, given),
    visibility: { ...visibility, appLinks: appLinksOf(kind, visibility['appLinks']) },
    features,
    credentials: {
      ...(hasScheme(signOnMode) ? schemeOf(given.credentials ?? {}) : {}),
      userNameTemplate: templateOf(given.credentials?.userNameTemplate ?? {}),
      ...(isClientKind(kind) ? { oauthClient: clientOf(given, settings) } : {}),
    },
    settings,
    ...(given.profile && modeRow(signOnMode)?.freeProfile ? { profile: given.profile } : {}),
  }
}

const CLIENT_VISIBILITY = { hide: { iOS: true, web: true } }

/**
 * How an application is shown to people where a request does not say it: clients are hidden until it is (spec/6 14). WHY not a part of
 * {@link appDefinition}: what was stored without it stays visible.
 */
export const withVisibility = <Body extends Given>(name: string, body: Body): Body =>
  name === 'oidc_client' && !body.visibility ? { ...body, visibility: CLIENT_VISIBILITY } : body

function clientOf({ credentials }: Given, settings: Container): StoredClientCredentials {
  const client = isContainer(settings['oauthClient']) ? settings['oauthClient'] : {}
  return completeClientCredentials(credentials?.oauthClient ?? {}, client['application_type'])
}

/** The parts that are there, filled; a part that was never given stays away. */
function settingsOf(kind: AppKind, given: Container = {}): Container {
  const parts = settingsParts(kind)
  const own = PARTS.flatMap((key): [string, Container][] => {
    const [part, held] = [parts[key], given[key]]
    return part && isContainer(held) ? [[key, completed(part, held)]] : []
  })
  const common = Object.fromEntries(Object.entries(given).filter(([key]) => !PARTS.some((part) => part === key)))
  const settings = { app: {}, ...Object.fromEntries(own), ...completed(commonSettings, common) }
  return finishSettings(kind, settings)
}

/** Seats are counted where the catalogue says so. */
function licensingOf({ name, signOnMode }: AppKind, { licensing }: Given): Pick<AppDefinition, 'licensing'> {
  const counts = isListed(name, signOnMode) && catalogueEntry(name)?.licensed
  return counts ? { licensing: { seatCount: licensing?.seatCount ?? 0 } } : {}
}

type NamedKind = AppKind & { name: string }

type ShownLinks = Readonly<Record<string, boolean>>

const LOGIN: ShownLinks = { login: true }

/** The links of what is not in the catalogue, by its name; all others have one that is named after them (spec/5 §8.1, §8.5, spec/6 17). */
const LINKS_BY_NAME: ReadonlyMap<string, ShownLinks> = new Map<string, ShownLinks>([
  ['svc_admin_console', { admin: true }],
  ['svc_enduser', {}],
  ['svc_browser_plugin', {}],
  ['bookmark', LOGIN],
  ['template_swa', LOGIN],
  ['template_swa3field', LOGIN],
  ['template_sps', LOGIN],
  ['template_basic_auth', LOGIN],
])

const ownLink = (name: string) => `${name}_link`

/** What links an application of a kind has on people's pages, and which are shown from the start. */
function usualLinks({ name, signOnMode }: NamedKind): ShownLinks {
  const entry = isListed(name, signOnMode) ? catalogueEntry(name) : undefined
  return entry?.appLinks ?? LINKS_BY_NAME.get(name) ?? { [ownLink(name)]: true }
}

/** What the links of an application on people's pages are called; see {@link usualLinks}. */
export const appLinkNames = (kind: NamedKind): string[] => Object.keys(usualLinks(kind))

/** A request may show and hide links of the catalogue; where there is one, it says which. */
function appLinksOf(kind: NamedKind, given: unknown): Container {
  const usual = usualLinks(kind)
  if (!isContainer(given)) return usual
  const said = byPresentName(kind, given, usual)
  return isListed(kind.name, kind.signOnMode) ? { ...usual, ...said } : said
}

/** What was said of the link of an application while that was named after it. */
function byPresentName({ name }: NamedKind, given: Container, usual: Container): Container {
  const former = ownLink(name)
  const isRenamed = Object.hasOwn(given, former) && !Object.hasOwn(usual, former)
  if (!isRenamed) return given
  const { [former]: isShown, ...others } = given
  return Object.hasOwn(usual, 'login') ? { login: isShown, ...others } : others
}

function schemeOf({ scheme, revealPassword, userName }: NonNullable<AppWrite['credentials']>): SchemeCredentials {
  const usual = { scheme: scheme ?? 'EDIT_USERNAME_AND_PASSWORD', revealPassword: revealPassword ?? false } as const
  return scheme === 'SHARED_USERNAME_AND_PASSWORD' && userName ? { ...usual, userName } : usual
}

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

/** A member of a container: what it is where nothing is given, and its own members where it is one. */
interface Member {
  key: string
  standard: unknown
  inner: z.ZodObject | null
}

const membersOf = new WeakMap<z.ZodObject, readonly Member[]>()

/** WHY remembered: every application that is read is completed. */
function members(schema: z.ZodObject): readonly Member[] {
  const known = membersOf.get(schema)
  if (known) return known
  const made = Object.entries(schema.shape as Record<string, z.ZodType>).map(([key, field]) => ({
    key,
    standard: field.safeParse(undefined).data,
    inner: containerOf(field),
  }))
  membersOf.set(schema, made)
  return made
}

/** What is given, with the defaults of a schema where nothing is, container by container; null counts as absent where there is a default. */
function completed(schema: z.ZodObject, given: Container = {}): Container {
  const entries = members(schema).flatMap(({ key, standard, inner }): [string, unknown][] => {
    const held = Object.hasOwn(given, key) ? given[key] : undefined
    if (isContainer(held) && inner) return [[key, completed(inner, held)]]
    const value = held === undefined || (held === null && standard !== undefined) ? standard : held
    return value === undefined ? [] : [[key, value]]
  })
  const others = Object.entries(given).filter(([key]) => !Object.hasOwn(schema.shape, key))
  // WHY not by assignment: a key may be `__proto__`.
  return Object.fromEntries([...entries, ...others])
}

function containerOf(schema: z.ZodType): z.ZodObject | null {
  if (schema instanceof z.ZodObject) return schema
  const wraps = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional
  return wraps ? containerOf(schema.unwrap() as z.ZodType) : null
}
