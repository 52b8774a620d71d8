/** Requests from the page to the main process; each has its schemas in contract.ts. */
export const CHANNELS = [
  'app:info',
  'app:openLogs',
  'app:diagnostics',
  'menu:pages',
  'workspace:info',
  'workspace:open',
  'workspace:create',
  'workspace:recent',
  'workspace:openRecent',
  'workspace:clearRecent',
  'workspace:backup',
  'workspace:restore',
  'workspace:reveal',
  'service:port',
  'drafts:read',
  'drafts:write',
  'editors:unsaved',
  'editors:left',
  'shell:openExternal',
  'window:theme',
  'window:savePdf',
  'updates:state',
  'updates:check',
  'updates:download',
  'updates:install',
] as const
export type Channel = (typeof CHANNELS)[number]

/** Notifications from the main process to the page. */
export type Notice =
  'menu:chosen' | 'page:open' | 'service:changed' | 'service:waiting' | 'updates:changed' | 'editors:leave'

/** Scheme of links into the program; the installers register it. */
export const LINK_SCHEME = 'gatehouse'

/** Scheme and host of the page; fixed, so that the page's origin is a constant. */
export const APP_SCHEME = 'app'
export const APP_ORIGIN = 'app://gatehouse'
