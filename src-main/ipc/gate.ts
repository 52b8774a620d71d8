import { ipcMain } from 'electron'
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron'
import { answer } from './call.ts'
import type { Handlers, Sender } from './call.ts'
import { CHANNELS } from './channels.ts'
import type { Notice } from './channels.ts'
import { notices } from './contract.ts'
import type { NoticeBody } from './contract.ts'

/** The window of the moment; it may be gone while a call is under way. */
export type WindowSource = () => BrowserWindow | null

/**
 * Opens every channel. Nothing else in the program uses `ipcMain`.
 * @param ready what every answer waits for
 */
export function openGate(
  handlers: Handlers,
  window: WindowSource,
  report: (error: unknown) => void,
  ready: Promise<void>,
): void {
  for (const channel of CHANNELS) {
    ipcMain.handle(channel, async (event, input: unknown) => {
      const sender = senderOf(event, window())
      await ready
      return answer(handlers, channel, sender, input, report)
    })
  }
}

/** Sends a notice to our page; silently nothing when there is no window to hear it. */
export function notify<N extends Notice>(window: BrowserWindow | null, notice: N, body: NoticeBody<N>): void {
  if (window && !window.isDestroyed()) window.webContents.send(notice, notices[notice].parse(body))
}

function senderOf(event: IpcMainInvokeEvent, window: BrowserWindow | null): Sender {
  const own = window && !window.isDestroyed() ? window.webContents : null
  const frame = event.senderFrame
  return {
    ownWindow: own !== null && event.sender === own,
    // `frame` is null once it has been navigated away or destroyed.
    mainFrame: own !== null && frame !== null && frame === own.mainFrame,
    origin: frame?.origin ?? null,
  }
}
