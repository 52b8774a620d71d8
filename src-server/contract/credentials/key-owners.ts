import { modeRow, type SignOnMode } from '../apps/sign-on-modes.ts'

/** What keys belong to: applications and identity providers sign; what providers are trusted by belongs to all of them together. */
export type KeyOwnerKind = 'app' | 'identityProvider' | 'trust'

/** Whether an application has a key from the start. */
export const hasFirstKey = (mode: SignOnMode | null): boolean => modeRow(mode)?.ownKey === true

/** Whether the key that signs for an application can be chosen. */
export const canChooseKey = (mode: SignOnMode | null): boolean => modeRow(mode)?.choosesKey === true
