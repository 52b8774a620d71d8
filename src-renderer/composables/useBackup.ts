import { useMessage } from 'naive-ui'
import { bridge } from '#ui/api/bridge.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from './useAction.ts'
import { useDesktop } from './useDesktop.ts'

/** Saves a copy of the workspace: where the person says in the desktop, beside the file in a browser. */
export function useBackup() {
  const message = useMessage()
  const desktop = useDesktop()
  return useAction(async () => {
    if (bridge.available) return desktop.backup()
    const { file } = await api.call('backUpWorkspace')
    message.success(`Saved ${file}`, { duration: 20_000, closable: true })
  })
}
