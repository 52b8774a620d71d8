import { OS_TYPES } from '#contract/policy/conditions.ts'

const OS_LABELS: Readonly<Record<string, string>> = {
  ANY: 'Any',
  IOS: 'iOS',
  ANDROID: 'Android',
  WINDOWS: 'Windows',
  MACOS: 'macOS',
  OSX: 'macOS (OSX)',
  CHROMEOS: 'ChromeOS',
  LINUX: 'Linux',
  OTHER: 'Other',
}

/** The name of an operating system. */
export function platformLabel(platform: string): string {
  return OS_LABELS[platform] ?? platform
}

/** The systems that a sign-in can come from, as choices. */
export const PLATFORM_CHOICES = OS_TYPES.filter((os) => os !== 'ANY').map((os) => ({
  value: os,
  label: platformLabel(os),
}))
