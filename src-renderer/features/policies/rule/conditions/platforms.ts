/** One entry of a platform condition, as it stands in JSON. */
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
const CLASSES: Readonly<Record<string, string>> = {
  DESKTOP: 'Any desktop',
  MOBILE: 'Any mobile',
  ANY: 'Any platform',
  OTHER: 'Other devices',
}

/** What the form offers; other entries come only from rules that have them. */
export const SIMPLE_PLATFORMS: readonly PlatformEntry[] = [
  ...Object.entries(SYSTEMS).map(([os, [, type]]) => ({ type, os: { type: os } })),
  { type: 'DESKTOP', os: { type: 'ANY' } },
  { type: 'MOBILE', os: { type: 'ANY' } },
]

/** An entry in words, such as "macOS", "Any desktop" or "Windows 10.0.19045 or later". */
export function platformWords({ type = 'ANY', os }: PlatformEntry): string {
  const system = os?.type && os.type !== 'ANY' ? (SYSTEMS[os.type]?.[0] ?? os.type) : (CLASSES[type] ?? type)
  const version = os?.version ? ` ${os.version.value}` : ''
  return `${system}${version}${os?.expression ? ` by expression ${os.expression}` : ''}`
}
