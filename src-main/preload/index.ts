import { contextBridge, ipcRenderer } from 'electron'
import type { IpcRendererEvent } from 'electron'
import type { Channel, Notice } from '../ipc/channels.ts'
import type { GatehouseBridge, NoticeBody, Output, Reply } from '../ipc/contract.ts'

// Named functions only: the page gets no way to choose a channel.
const bridge = {
  app: {
    info: () => call('app:info'),
    openLogs: () => call('app:openLogs'),
    diagnostics: () => call('app:diagnostics'),
  },
  menu: {
    pages: (input) => call('menu:pages', input),
    onChosen: (listener) => subscribe('menu:chosen', listener),
  },
  workspace: {
    info: () => call('workspace:info'),
    open: () => call('workspace:open'),
    create: (input) => call('workspace:create', input),
    recent: () => call('workspace:recent'),
    openRecent: (input) => call('workspace:openRecent', input),
    clearRecent: () => call('workspace:clearRecent'),
    backup: () => call('workspace:backup'),
    restore: (input) => call('workspace:restore', input),
    reveal: () => call('workspace:reveal'),
    onWaiting: (listener) => subscribe('service:waiting', listener),
    onServiceChanged: (listener) => subscribe('service:changed', listener),
  },
  service: { port: (input) => call('service:port', input) },
  drafts: { read: (input) => call('drafts:read', input), write: (input) => call('drafts:write', input) },
  editors: {
    unsaved: (input) => call('editors:unsaved', input),
    left: (input) => call('editors:left', input),
    onLeave: (listener) => subscribe('editors:leave', listener),
  },
  shell: { openExternal: (input) => call('shell:openExternal', input) },
  window: {
    theme: (input) => call('window:theme', input),
    savePdf: (input) => call('window:savePdf', input),
    onOpen: (listener) => subscribe('page:open', listener),
  },
  updates: {
    state: () => call('updates:state'),
    check: () => call('updates:check'),
    download: () => call('updates:download'),
    install: () => call('updates:install'),
    onChanged: (listener) => subscribe('updates:changed', listener),
  },
} satisfies GatehouseBridge

contextBridge.exposeInMainWorld('gatehouse', bridge)

function call<C extends Channel>(channel: C, input?: unknown): Promise<Reply<Output<C>>> {
  return ipcRenderer.invoke(channel, input) as Promise<Reply<Output<C>>>
}

function subscribe<N extends Notice>(notice: N, listener: (body: NoticeBody<N>) => void): () => void {
  // The event itself stays here: its sender would hand the page a raw `ipcRenderer`.
  const forward = (_event: IpcRendererEvent, body: NoticeBody<N>): void => listener(body)
  ipcRenderer.on(notice, forward)
  return () => void ipcRenderer.removeListener(notice, forward)
}
