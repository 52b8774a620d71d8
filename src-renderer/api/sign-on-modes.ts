import { SIGN_ON_MODES } from '../../src-server/contract/app.ts'

export type SignOnMode = (typeof SIGN_ON_MODES)[number]

/** How people get into an application, in words. */
export const SIGN_ON_MODE_WORDS: Record<SignOnMode, string> = {
  BOOKMARK: 'Bookmark: only a link',
  BASIC_AUTH: 'HTTP basic authentication',
  BROWSER_PLUGIN: 'Password filled in by the browser plug-in',
  SECURE_PASSWORD_STORE: 'Password kept and sent',
  AUTO_LOGIN: 'Automatic login form',
  SAML_2_0: 'SAML 2.0',
  SAML_1_1: 'SAML 1.1',
  WS_FEDERATION: 'WS-Federation',
  OPENID_CONNECT: 'OpenID Connect',
}

export const SIGN_ON_MODE_OPTIONS = SIGN_ON_MODES.map((value) => ({ value, label: SIGN_ON_MODE_WORDS[value] }))
