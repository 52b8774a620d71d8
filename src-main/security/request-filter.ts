import { APP_ORIGIN, APP_SCHEME } from '../ipc/channels.ts'

/** A request of a page as the session sees it, before it goes anywhere. */
export interface PageRequest {
  url: string
  resourceType: string
  /** Whether our window asks. */
  ownWindow: boolean
  /** Origin of the asking frame; null for a navigation, which has no frame yet, or when the frame is gone. */
  frameOrigin: string | null
}

/**
 * Whether a request may leave the page. The page talks to its own origin and to nothing else: the content security policy
 * says the same, and this holds when the policy is forgotten somewhere.
 * @param devOrigin of the development server, in development only (`http://127.0.0.1:5173`).
 */
export function isAllowedRequest(request: PageRequest, devOrigin?: string): boolean {
  if (!URL.canParse(request.url)) return false
  const { protocol, host } = new URL(request.url)
  if (protocol === 'devtools:') return true
  if (!request.ownWindow) return false
  if (protocol === 'data:' || protocol === 'blob:')
    return request.resourceType !== 'mainFrame' && request.resourceType !== 'subFrame'
  if (protocol === `${APP_SCHEME}:`) {
    return request.resourceType === 'mainFrame' || request.frameOrigin === APP_ORIGIN
  }
  return devOrigin !== undefined && host === new URL(devOrigin).host
}
