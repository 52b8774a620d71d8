import type { z } from 'zod'
import { finishSaml, samlSignOn, saml11SignOn, wsFederationApp } from './modes/federation.ts'
import { autoLoginSignOn, basicAuthApp, bookmarkApp, passwordStoreApp, swaApp, threeFieldApp } from './modes/forms.ts'
import { finishClient, oauthClientSchema } from './modes/open-id-connect.ts'

/** The parts of `settings` that an application of some kind has; a part with required members has to be given. */
export interface SettingsParts {
  readonly app?: z.ZodObject
  readonly signOn?: z.ZodObject
  readonly oauthClient?: z.ZodObject
}

/** All that differs by the sign-on mode of an application. */
interface SignOnModeMeta {
  /** As people know it. */
  readonly label: string
  /** The name that an application gets when the request gives none (spec/4 §2.3); null: it is made from the label. */
  readonly name: string | null
  readonly parts: SettingsParts
  /** Kinds of the same mode with settings of their own, by name. */
  readonly others?: Readonly<Record<string, SettingsParts>>
  /** Whether people have a name and a password of their own there, by a scheme. */
  readonly scheme?: true
  /** Adds to settings what follows from others of them. */
  readonly finish?: (settings: Settings) => Settings
}

type Settings = Readonly<Record<string, unknown>>

/** How people get into an application: one row for each mode, read by the schema, the use cases and the UI. */
export const SIGN_ON_MODE_TABLE = {
  BOOKMARK: { label: 'Bookmark', name: 'bookmark', parts: { app: bookmarkApp } },
  BASIC_AUTH: {
    label: 'HTTP basic authentication',
    name: 'template_basic_auth',
    parts: { app: basicAuthApp },
    scheme: true,
  },
  BROWSER_PLUGIN: {
    label: 'SWA (browser plugin)',
    name: 'template_swa',
    parts: { app: swaApp },
    scheme: true,
    others: { template_swa3field: { app: threeFieldApp } },
  },
  SECURE_PASSWORD_STORE: {
    label: 'Secure Password Store',
    name: 'template_sps',
    parts: { app: passwordStoreApp },
    scheme: true,
  },
  AUTO_LOGIN: { label: 'Auto login', name: null, parts: { signOn: autoLoginSignOn }, scheme: true },
  SAML_2_0: { label: 'SAML 2.0', name: null, parts: { signOn: samlSignOn }, finish: finishSaml },
  SAML_1_1: { label: 'SAML 1.1', name: null, parts: { signOn: saml11SignOn } },
  WS_FEDERATION: { label: 'WS-Federation', name: 'template_wsfed', parts: { app: wsFederationApp } },
  OPENID_CONNECT: {
    label: 'OpenID Connect',
    name: 'oidc_client',
    parts: { oauthClient: oauthClientSchema },
    finish: finishClient,
  },
} as const satisfies Record<string, SignOnModeMeta>

export type SignOnMode = keyof typeof SIGN_ON_MODE_TABLE

/** Every mode, in the order in which they are offered. */
export const SIGN_ON_MODES = Object.keys(SIGN_ON_MODE_TABLE) as [SignOnMode, ...SignOnMode[]]

const rowOf = (mode: SignOnMode): SignOnModeMeta => SIGN_ON_MODE_TABLE[mode]

/** The parts of `settings` of a kind. @param name undefined for the usual kind of the mode */
export function settingsParts(mode: SignOnMode, name?: string): SettingsParts {
  const { parts, others = {} } = rowOf(mode)
  return name !== undefined && Object.hasOwn(others, name) ? (others[name] as SettingsParts) : parts
}

/** Whether people have a name and a password of their own in applications of a mode. */
export const hasScheme = (mode: SignOnMode): boolean => rowOf(mode).scheme === true

/** Settings with what follows from others of them. */
export const finishSettings = (mode: SignOnMode, settings: Settings): Settings =>
  rowOf(mode).finish?.(settings) ?? settings

/** The names by which a mode's kinds go; empty where they are made from labels. */
export function kindNames(mode: SignOnMode): readonly string[] {
  const { name, others = {} } = rowOf(mode)
  return name === null ? [] : [name, ...Object.keys(others)]
}

const MODE_OF_NAME = new Map(SIGN_ON_MODES.flatMap((mode) => kindNames(mode).map((name) => [name, mode] as const)))

/** The mode that a kind's name stands for, where a request gives no other (spec/5 §8.3). */
export const modeOfName = (name: string): SignOnMode | undefined => MODE_OF_NAME.get(name)
