import type { App, WebContents } from 'electron'
import { resolveAppUrl } from './app-path.ts'

/**
 * Keeps every page where it is: no navigation away from the program, no second window, no embedded page. A link that
 * wants a new window is offered to the door to the system's browser.
 * @param openOutside decides by itself what it opens.
 */
export function guardContents(app: App, openOutside: (url: string) => void): void {
  app.on('web-contents-created', (_event, contents: WebContents) => {
    const stay = (event: { url: string; preventDefault(): void }): void => {
      if (resolveAppUrl(event.url).kind !== 'page') event.preventDefault()
    }
    // Also sub-frames: `will-navigate` is for main frames only.
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      openOutside(url)
      return { action: 'deny' }
    })
  })
}
