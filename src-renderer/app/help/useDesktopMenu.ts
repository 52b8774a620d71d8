import { onScopeDispose, watch } from 'vue'
import { useRouter } from 'vue-router'
import { bridge, type MenuChoice, type MenuPage } from '#ui/api/bridge.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { navOf } from '../features.ts'
import { useHelpCommands } from './useHelpCommands.ts'

/** The navigation as the desktop's menu takes it. */
function menuPages(nav: ReturnType<typeof navOf>): MenuPage[] {
  return nav.map(({ label, to, children = [] }) => ({
    label,
    path: to,
    children: children.map((child) => ({ label: child.label, path: child.to })),
  }))
}

/**
 * Gives the desktop's menu the pages of the navigation, and does what is chosen there.
 * @param showsPages whether there is a navigation: not before a workspace is begun
 */
export function useDesktopMenu(showsPages: () => boolean): void {
  if (!bridge.available) return
  const router = useRouter()
  const workspace = useWorkspaceStore()
  const rights = useRightsStore()
  const help = useHelpCommands()

  watch(
    () => {
      const engine = showsPages() && workspace.info?.engine
      return engine ? menuPages(navOf(engine, rights.can)) : []
    },
    (pages) => void bridge.tellPages(pages),
    { immediate: true },
  )
  const show = (choice: MenuChoice) =>
    'page' in choice ? router.push(choice.page) : help.find(({ key }) => key === choice.help)?.run()
  onScopeDispose(bridge.onMenuChosen((choice) => void show(choice)))
}
