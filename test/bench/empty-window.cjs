// The reference of window.ts: one field in a window.
const { app, BrowserWindow } = require('electron')

void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800 })
  void window.loadURL('data:text/html,<input autofocus>')
})
