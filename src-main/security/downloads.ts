import { APP_ORIGIN } from '../ipc/channels.ts'
import { resolveAppUrl } from './app-path.ts'

/** What the service gives to be saved: finished exports of the audit log, and the verifier of signed ones. */
const SAVED_PATHS = /^\/gatehouse\/v1\/logs\/(?:exports\/[0-9A-Za-z]+\/file\?downloadToken=[\w-]+|verifier)$/

/** Whether a download may go on, to where the person says: our own files, and short texts that the page made. */
export function isAllowedDownload(url: string): boolean {
  if (url.startsWith(`blob:${APP_ORIGIN}/`)) return true
  const target = resolveAppUrl(url)
  return target.kind === 'service' && SAVED_PATHS.test(target.path)
}
