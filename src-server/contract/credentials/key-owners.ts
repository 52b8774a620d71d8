import type { SignOnMode } from '../apps/sign-on-modes.ts'

/** What keys belong to: applications and identity providers sign; what providers are trusted by belongs to all of them together. */
export type KeyOwnerKind = 'app' | 'identityProvider' | 'trust'

/** Modes of applications that have a key of their own from the start (spec/5 §8.7). */
const SIGNING_MODES: readonly SignOnMode[] = ['SAML_2_0', 'SAML_1_1', 'WS_FEDERATION', 'BOOKMARK']

/** Whether an application has a key from the start. */
export const hasFirstKey = (mode: SignOnMode): boolean => SIGNING_MODES.includes(mode)

/** Modes in which `credentials.signing.kid` chooses the key that signs (spec/4 §2.3 "rollover"). */
const ROLLOVER_MODES: readonly SignOnMode[] = ['SAML_2_0', 'SAML_1_1', 'WS_FEDERATION', 'OPENID_CONNECT']

/** Whether the key that signs for an application can be chosen. */
export const canChooseKey = (mode: SignOnMode): boolean => ROLLOVER_MODES.includes(mode)
