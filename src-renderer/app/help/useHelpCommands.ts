import { Bug, FolderSearch, Info, Keyboard, Map as MapIcon } from '@lucide/vue'
import type { Component } from 'vue'
import { useRouter } from 'vue-router'
import { bridge, type HelpTopic } from '#ui/api/bridge.ts'
import { useDesktop } from '#ui/composables/useDesktop.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { usePaletteStore } from '#ui/stores/palette.ts'

/** What helps, from anywhere: a line of the help menu and of the palette. */
interface HelpCommand {
  key: HelpTopic | 'logs'
  label: string
  /** Further words by which the palette finds it. */
  words: string
  icon: Component
  run: () => unknown
}

/** The commands of the help menu, in its order. In the desktop the menu bar has the same. */
export function useHelpCommands(): HelpCommand[] {
  const router = useRouter()
  const palette = usePaletteStore()
  const desktop = useDesktop()
  return [
    {
      key: 'keys',
      label: 'Keyboard shortcuts',
      words: 'help keys',
      icon: Keyboard,
      run: () => (palette.keysOpen = true),
    },
    {
      key: 'tour',
      label: 'Take the tour',
      words: 'help stories sample learn',
      icon: MapIcon,
      run: () => router.push(PATHS.tour),
    },
    {
      key: 'report',
      label: 'Report a problem…',
      words: 'help bug diagnostics error support',
      icon: Bug,
      run: () => (palette.reportOpen = true),
    },
    ...(bridge.available
      ? [
          {
            key: 'logs' as const,
            label: 'Open logs folder',
            words: 'help log files',
            icon: FolderSearch,
            run: desktop.openLogs,
          },
        ]
      : []),
    {
      key: 'about',
      label: 'About Gatehouse',
      words: 'help version licences',
      icon: Info,
      run: () => router.push(PATHS.settingsOf('about')),
    },
  ]
}
