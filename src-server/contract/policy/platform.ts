import type { OS_TYPES } from './conditions.ts'

/** An operating system that conditions of policies know. */
export type Platform = (typeof OS_TYPES)[number]

/** Names of operating systems as devices and user agents spell them. The order counts: agents of Android speak of Linux too. */
const PLATFORMS: readonly (readonly [RegExp, Platform])[] = [
  [/windows/i, 'WINDOWS'],
  [/iphone|ipad|\bios\b/i, 'IOS'],
  [/android/i, 'ANDROID'],
  [/mac ?os|\bos ?x\b|macintosh/i, 'MACOS'],
  [/chrome ?os|\bcros\b/i, 'CHROMEOS'],
  [/linux|ubuntu/i, 'LINUX'],
]

/** The operating system that a text names, such as a user agent; null where it names none. */
export function platformIn(text: string): Platform | null {
  return PLATFORMS.find(([names]) => names.test(text))?.[1] ?? null
}
