// The reference of window.ts: one field in a window.
import { app, BrowserWindow } from 'electron'

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 })
  void window.loadURL('data:text/html,<input autofocus>')
})
