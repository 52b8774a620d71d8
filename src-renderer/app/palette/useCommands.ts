import { Archive, FilePlus, FolderOpen, Moon, Monitor, Plus, RefreshCw, Undo2 } from '@lucide/vue'
import type { Component } from 'vue'
import { useRouter } from 'vue-router'
import { ENGINE_LABELS, ENGINES } from '#contract/gatehouse/engine.ts'
import { bridge } from '#ui/api/bridge.ts'
import { useBackup } from '#ui/composables/useBackup.ts'
import { useDesktop } from '#ui/composables/useDesktop.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import type { Creatable } from '#ui/resource/feature.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import { useThemeStore } from '#ui/stores/theme.ts'
import { useUndoStore } from '#ui/stores/undo.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { FEATURES } from '../features.ts'
import { useHelpCommands } from '../help/useHelpCommands.ts'
import type { Rankable } from './rank.ts'

interface Command extends Rankable {
  key: string
  icon: Component
  run: () => unknown
}

/** What can be done from anywhere: create each kind that a feature has a page for, and the program's own actions. */
export function useCommands(): Command[] {
  const router = useRouter()
  const theme = useThemeStore()
  const workspace = useWorkspaceStore()
  const backup = useBackup()
  const desktop = useDesktop()
  const undo = useUndoStore()
  const notes = useToasts()
  const help = useHelpCommands()
  const { can } = useRightsStore()

  const mayCreate = ({ operations }: Creatable) => !operations?.create || can(operations.create)
  const creating = FEATURES.flatMap(({ creates }) => creates ?? [])
    .filter(mayCreate)
    .map(({ kind, one, path }) => ({
      key: `create-${kind}`,
      label: `Create ${one}…`,
      words: `new add ${one}`,
      icon: Plus,
      run: () => router.push({ path, query: { create: kind } }),
    }))
  const files: Command[] = [
    { key: 'open', label: 'Open workspace…', words: 'file another', icon: FolderOpen, run: desktop.open },
    ...ENGINES.map((engine) => ({
      key: `new-${engine}`,
      label: `New workspace, ${ENGINE_LABELS[engine]}…`,
      words: 'create file',
      icon: FilePlus,
      run: () => desktop.create(engine),
    })),
  ]
  return [
    ...creating,
    ...(undo.last
      ? [
          {
            key: 'undo',
            label: `Undo: ${undo.last.label}`,
            words: 'take back revert last change',
            icon: Undo2,
            run: () => notes.takeBack(),
          },
        ]
      : []),
    ...(can('backUpWorkspace')
      ? [{ key: 'backup', label: 'Back up workspace', words: 'save copy', icon: Archive, run: () => backup.run() }]
      : []),
    ...(bridge.available ? files : []),
    { key: 'reload', label: 'Reload workspace', words: 'refresh', icon: RefreshCw, run: workspace.refresh },
    { key: 'theme', label: 'Switch between light and dark', words: 'theme', icon: Moon, run: theme.toggle },
    {
      key: 'system',
      label: 'Follow the system’s theme',
      words: 'light dark',
      icon: Monitor,
      run: () => (theme.mode = 'system'),
    },
    ...help,
  ]
}
