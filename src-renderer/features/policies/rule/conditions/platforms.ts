/** One entry of a platform condition, as in JSON. */
export interface PlatformEntry {
  type?: string
  os?: { type?: string; expression?: string; version?: { matchType: string; value: string } }
}

const SYSTEMS: Readonly<Record<string, readonly [label: string, type: 'DESKTOP' | 'MOBILE' | 'OTHER']>> = {
  WINDOWS: ['Windows', 'DESKTOP'],
  MACOS: ['macOS', 'DESKTOP'],
  LINUX: ['Linux', 'DESKTOP'],
  CHROMEOS: ['ChromeOS', 'DESKTOP'],
  IOS: ['iOS', 'MOBILE'],
  ANDROID: ['Android', 'MOBILE'],
  OTHER: ['Another system', 'OTHER'],
}
/** Kinds of devices in words. */
export const CLASSES: Readonly<Record<string, string>> = {
  DESKTOP: 'Any desktop',
  MOBILE: 'Any mobile',
  ANY: 'Any platform',
  OTHER: 'Other devices',
}

/** A system's name; the old spelling of macOS has a name of its own. */
export function systemLabel(type: string): string {
  if (type === 'ANY') return 'Any system'
  return type === 'OSX' ? 'macOS (OSX, old spelling)' : (SYSTEMS[type]?.[0] ?? type)
}

/** Whether an entry asks for more than a kind and a system. */
export function hasDetail({ os }: PlatformEntry): boolean {
  return os?.version !== undefined || os?.expression !== undefined
}

/** Whole systems that the form offers; other entries come only from rules that have them. */
export const SIMPLE_PLATFORMS: readonly PlatformEntry[] = [
  ...Object.entries(SYSTEMS).map(([os, [, type]]) => ({ type, os: { type: os } })),
  { type: 'DESKTOP', os: { type: 'ANY' } },
  { type: 'MOBILE', os: { type: 'ANY' } },
]

/** An entry without detail in words, such as "macOS" or "Any desktop". */
export function platformLabel({ type = 'ANY', os }: PlatformEntry): string {
  return os?.type && os.type !== 'ANY' ? systemLabel(os.type) : (CLASSES[type] ?? type)
}
