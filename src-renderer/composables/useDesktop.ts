import { useMessage } from 'naive-ui'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import { bridge } from '#ui/api/bridge.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'

/** The desktop's own acts with their messages: open, create, back up, show files. Only where `bridge.available`. */
export function useDesktop() {
  const message = useMessage()
  const workspace = useWorkspaceStore()

  async function attempt(act: () => Promise<unknown>) {
    try {
      await act()
    } catch (thrown) {
      message.error(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }

  return {
    open: () => attempt(bridge.openWorkspace),
    create: (engine: Engine) => attempt(() => bridge.createWorkspace(engine)),
    openRecent: (file: string) => attempt(() => bridge.openRecent(file)),
    reveal: () => attempt(bridge.reveal),
    savePdf: (title: string) =>
      attempt(async () => {
        const made = await bridge.savePdf(title)
        if (made) message.success(`Saved ${made.file}`)
      }),
    openLogs: () => attempt(bridge.openLogs),
    backup: () =>
      attempt(async () => {
        const made = await bridge.backup()
        if (!made) return
        message.success(`Backed up to ${made.file}`)
        await workspace.refresh()
      }),
  }
}
