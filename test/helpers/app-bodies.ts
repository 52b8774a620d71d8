import type { AppWriteInput } from '#contract/apps/app-write.ts'
import type { SignOnMode } from '#contract/apps/sign-on-modes.ts'

/** The settings that applications of a mode cannot be without. */
export const SOUND_SETTINGS = {
  BOOKMARK: { app: { url: 'https://wiki.example.test' } },
  BASIC_AUTH: { app: { url: 'https://wiki.example.test', authURL: 'https://wiki.example.test/login' } },
  BROWSER_PLUGIN: {
    app: { url: 'https://wiki.example.test', usernameField: '#user', passwordField: '#pass', buttonField: '#go' },
  },
  SECURE_PASSWORD_STORE: { app: { url: 'https://wiki.example.test', usernameField: '#user', passwordField: '#pass' } },
  AUTO_LOGIN: { signOn: { loginUrl: 'https://wiki.example.test/login' } },
  SAML_2_0: { signOn: { ssoAcsUrl: 'https://wiki.example.test/acs', audience: 'https://wiki.example.test' } },
  SAML_1_1: {},
  WS_FEDERATION: {
    app: {
      siteURL: 'https://wiki.example.test',
      wReplyURL: 'https://wiki.example.test/wsfed',
      audienceRestriction: 'urn:example:wiki',
    },
  },
  OPENID_CONNECT: {
    oauthClient: { redirect_uris: ['https://wiki.example.test/back'], grant_types: ['authorization_code'] },
  },
} as const satisfies Record<SignOnMode, NonNullable<AppWriteInput['settings']>>

/** A body that makes an application of a mode, with all that it needs. */
export function soundApp<Mode extends SignOnMode = 'BOOKMARK'>(signOnMode?: Mode, label = 'Portal') {
  const mode = (signOnMode ?? 'BOOKMARK') as Mode
  return { label, signOnMode: mode, settings: structuredClone(SOUND_SETTINGS[mode]) }
}
