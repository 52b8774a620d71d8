import { CornerDownRight, Moon, Monitor, RefreshCw } from '@lucide/vue'
import { computed, type Component, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { POLICY_TYPE_NAMES, POLICY_TYPES } from '#contract/policy/policy-types.ts'
import { KINDS } from '#contract/kinds.ts'
import { usePaletteStore } from '#ui/stores/palette.ts'
import { useThemeStore } from '#ui/stores/theme.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { navOf } from '../features.ts'
import { PATHS } from '#ui/domain/paths.ts'
import { rank, type Rankable } from './rank.ts'
import { useObjectSearch } from './useObjectSearch.ts'

/** A line of the palette. */
export interface PaletteItem extends Rankable {
  key: string
  section: 'On this page' | 'Pages' | 'Actions' | 'Objects'
  hint?: string
  icon?: Component
  run: () => unknown
}

/** Pages, actions and objects that answer the query, by section; an empty query shows pages and actions. */
export function usePaletteItems(query: Ref<string>) {
  const router = useRouter()
  const palette = usePaletteStore()
  const theme = useThemeStore()
  const workspace = useWorkspaceStore()
  const { found, searching, problem } = useObjectSearch(query)

  const page = (label: string, to: string, icon: Component, words?: string): PaletteItem => ({
    // A room and the first one in it have one address.
    key: `${label} ${to}`,
    section: 'Pages',
    label,
    words,
    icon,
    run: () => router.push(to),
  })

  const nav = navOf(workspace.info?.engine)
  const pages = nav.flatMap((entry) => [
    page(entry.label, entry.to, entry.icon),
    ...(entry.children ?? []).map((child) => page(child.label, child.to, CornerDownRight, entry.label)),
  ])
  const policyPages = nav
    .filter((entry) => entry.to === PATHS.policies())
    .flatMap((entry) =>
      POLICY_TYPE_NAMES.map((type) => ({
        ...page(POLICY_TYPES[type].label, PATHS.policies(type), entry.icon, type),
        hint: type,
      })),
    )

  const own: PaletteItem[] = [
    { key: 'theme', label: 'Switch between light and dark', words: 'theme', icon: Moon, run: theme.toggle },
    {
      key: 'system',
      label: 'Follow the system’s theme',
      words: 'light dark',
      icon: Monitor,
      run: () => (theme.mode = 'system'),
    },
    {
      key: 'refresh',
      label: 'Reload workspace',
      words: 'refresh reload',
      icon: RefreshCw,
      run: workspace.refresh,
    },
  ].map((action) => ({ ...action, section: 'Actions' as const }))

  const here = computed<PaletteItem[]>(() =>
    [...palette.actions.values()].map(({ id, ...action }) => ({ ...action, key: id, section: 'On this page' })),
  )
  const objects = computed<PaletteItem[]>(() =>
    found.value.map((item) => ({
      key: item.to,
      section: 'Objects',
      label: item.name,
      words: item.detail ?? undefined,
      hint: [KINDS[item.kind === 'rule' ? 'policyRule' : item.kind].singular, item.detail, item.parent?.name]
        .filter(Boolean)
        .join(' · '),
      run: () => router.push(item.to),
    })),
  )

  /** Everything shown, in order. */
  const items = computed(() => {
    const text = query.value.trim()
    if (!text) return [...here.value, ...pages, ...own]
    return [
      ...rank(text, here.value),
      ...rank(text, [...pages, ...policyPages]).slice(0, 6),
      ...rank(text, own),
      // The service has ranked them, by more than a hit holds; those of the text before it are narrowed until then.
      ...(searching.value ? rank(text, objects.value) : objects.value),
    ]
  })
  return { items, searching, problem }
}
