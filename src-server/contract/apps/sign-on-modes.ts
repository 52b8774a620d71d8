import type { z } from 'zod'
import { finishSaml, samlSignOn, wsFederationApp } from './modes/federation.ts'
import { listedSamlSignOn, saml11SignOn } from './modes/listed-saml.ts'
import { autoLoginSignOn, basicAuthApp, bookmarkApp, passwordStoreApp, swaApp, threeFieldApp } from './modes/forms.ts'
import { finishClient, oauthClientSchema } from './modes/open-id-connect.ts'

/** The parts of `settings` that an application of some kind has; a part with required members has to be given. */
export interface SettingsParts {
  readonly app?: z.ZodObject
  readonly signOn?: z.ZodObject
  readonly oauthClient?: z.ZodObject
}

type Settings = Readonly<Record<string, unknown>>

/** All that differs by the sign-on mode of an application. */
interface SignOnModeMeta {
  /** As people know it. */
  readonly label: string
  /** The name that an application gets when the request gives none (spec/4 §2.3); null: it is made from the label. */
  readonly name: string | null
  readonly parts: SettingsParts
  /** Kinds of the same mode with settings of their own, by name. */
  readonly others?: Readonly<Record<string, SettingsParts>>
  /** What applications of the catalogue have beside the settings of their template. */
  readonly listed?: SettingsParts
  /** Whether people have a name and a password of their own there, by a scheme. */
  readonly scheme?: true
  /** Whether an application has a key of its own from the start (spec/5 §8.7). */
  readonly ownKey?: true
  /** Whether `credentials.signing.kid` chooses the key that signs (spec/4 §2.3 "rollover"). */
  readonly choosesKey?: true
  /** Whether the application is told by instructions how to trust this service (spec/5 §8.2 "help"). */
  readonly help?: true
  /** Whether a document says who this service is to it (spec/5 §8.2 "metadata"). */
  readonly metadata?: true
  /** Whether it has a `profile`, in which clients keep what they like (spec/2 "Application"). */
  readonly freeProfile?: true
  /** Adds to settings what follows from others of them. */
  readonly finish?: (settings: Settings) => Settings
}

/** How people get into an application: one row for each mode, read by the schema, the use cases and the UI. */
export const SIGN_ON_MODE_TABLE = {
  BOOKMARK: { label: 'Bookmark', name: 'bookmark', parts: { app: bookmarkApp }, ownKey: true },
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
  AUTO_LOGIN: {
    label: 'Auto login',
    name: null,
    parts: { signOn: autoLoginSignOn },
    listed: { signOn: autoLoginSignOn },
    scheme: true,
  },
  SAML_2_0: {
    label: 'SAML 2.0',
    name: null,
    parts: { signOn: samlSignOn },
    listed: { signOn: listedSamlSignOn },
    finish: finishSaml,
    ownKey: true,
    choosesKey: true,
    help: true,
    metadata: true,
  },
  SAML_1_1: {
    label: 'SAML 1.1',
    name: null,
    parts: { signOn: saml11SignOn },
    listed: { signOn: saml11SignOn },
    ownKey: true,
    choosesKey: true,
    help: true,
  },
  WS_FEDERATION: {
    label: 'WS-Federation',
    name: 'template_wsfed',
    parts: { app: wsFederationApp },
    ownKey: true,
    choosesKey: true,
  },
  OPENID_CONNECT: {
    label: 'OpenID Connect',
    name: 'oidc_client',
    parts: { oauthClient: oauthClientSchema },
    finish: finishClient,
    choosesKey: true,
    freeProfile: true,
  },
} as const satisfies Record<string, SignOnModeMeta>

export type SignOnMode = keyof typeof SIGN_ON_MODE_TABLE

/** Every mode, in the order in which they are offered. */
export const SIGN_ON_MODES = Object.keys(SIGN_ON_MODE_TABLE) as [SignOnMode, ...SignOnMode[]]

/** The row of a mode; undefined for what people do not get into by this service. */
export const modeRow = (mode: SignOnMode | null): SignOnModeMeta | undefined =>
  mode === null ? undefined : SIGN_ON_MODE_TABLE[mode]

/** A mode as people know it. @param mode null for an application without single sign-on */
export const modeLabel = (mode: SignOnMode | null): string => modeRow(mode)?.label ?? 'No single sign-on'

/** Whether people have a name and a password of their own in applications of a mode. */
export const hasScheme = (mode: SignOnMode | null): boolean => modeRow(mode)?.scheme === true
