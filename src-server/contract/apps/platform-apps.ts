/** The applications that each organization makes itself, each with the authentication policy of its name. They cannot be changed. */
export const PLATFORM_APPS = [
  { name: 'svc_admin_console', label: 'Svc Admin Console' },
  { name: 'svc_enduser', label: 'Svc Dashboard' },
  { name: 'svc_browser_plugin', label: 'Svc Browser Plugin' },
] as const

const NAMES: ReadonlySet<string> = new Set(PLATFORM_APPS.map(({ name }) => name))

/** Whether an application of this name is one of {@link PLATFORM_APPS}. */
export const isPlatformApp = (name: string): boolean => NAMES.has(name)
