/** All that differs by the sign-on mode of an application. */
interface SignOnModeMeta {
  /** As people know it. */
  label: string
  /** The name that an application gets when the request gives none (spec/4 §2.3). */
  name: string
}

/** How people get into an application: one row for each mode, read by the schema, the use cases and the UI. */
export const SIGN_ON_MODE_TABLE = {
  BOOKMARK: { label: 'Bookmark', name: 'bookmark' },
  BASIC_AUTH: { label: 'HTTP basic authentication', name: 'template_basic_auth' },
  BROWSER_PLUGIN: { label: 'SWA (browser plugin)', name: 'template_swa' },
  SECURE_PASSWORD_STORE: { label: 'Secure Password Store', name: 'template_sps' },
  AUTO_LOGIN: { label: 'Auto login', name: 'auto_login' },
  SAML_2_0: { label: 'SAML 2.0', name: 'saml_2_0' },
  SAML_1_1: { label: 'SAML 1.1', name: 'saml_1_1' },
  WS_FEDERATION: { label: 'WS-Federation', name: 'template_wsfed' },
  OPENID_CONNECT: { label: 'OpenID Connect', name: 'oidc_client' },
} as const satisfies Record<string, SignOnModeMeta>

type SignOnMode = keyof typeof SIGN_ON_MODE_TABLE

/** Every mode, in the order in which they are offered. */
export const SIGN_ON_MODES = Object.keys(SIGN_ON_MODE_TABLE) as [SignOnMode, ...SignOnMode[]]
