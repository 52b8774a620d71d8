import type { DownloadItem, Session } from 'electron'
import { APP_ORIGIN } from '../ipc/channels.ts'
import type { WindowSource } from '../ipc/gate.ts'
import { isAllowedDownload } from './downloads.ts'
import { isPermitted } from './permissions.ts'
import { isAllowedRequest } from './request-filter.ts'

/**
 * Sets what pages of a session may ask of Chromium and where their requests may go: by default nothing and nowhere.
 * @param onDownload hears of each file that begins to be saved
 */
export function guardSession(
  session: Session,
  window: WindowSource,
  devUrl: string | undefined,
  onDownload: (item: DownloadItem) => void,
): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    const own = contents === window()?.webContents && details.isMainFrame
    callback(isPermitted(permission, own && originOf(details.requestingUrl) === APP_ORIGIN))
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermitted(permission, originOf(requestingOrigin) === APP_ORIGIN),
  )
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(({ url, resourceType, webContentsId, frame }, callback) => {
    const own = webContentsId !== undefined && webContentsId === window()?.webContents.id
    callback({
      cancel: !isAllowedRequest({ url, resourceType, ownWindow: own, frameOrigin: frame?.origin ?? null }, devUrl),
    })
  })
  // What may go on asks the person where to.
  session.on('will-download', (event, item, contents) => {
    if (contents !== window()?.webContents || !isAllowedDownload(item.getURL())) event.preventDefault()
    else onDownload(item)
  })
}

/** Scheme and host; `URL.origin` says "null" for schemes that are not the web's. */
function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}
