import { CornerDownRight, History } from '@lucide/vue'
import { computed, type Component, type Ref } from 'vue'
import { useRouter } from 'vue-router'
import { POLICY_TYPE_NAMES, POLICY_TYPES } from '#contract/policy/policy-types.ts'
import { KINDS } from '#contract/kinds.ts'
import { usePaletteStore } from '#ui/stores/palette.ts'
import { useRightsStore } from '#ui/stores/rights.ts'
import { useRecentsStore } from '#ui/stores/recents.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { navOf } from '../features.ts'
import { pathOf, PATHS } from '#ui/domain/paths.ts'
import type { StatusMeta } from '#ui/domain/status-labels.ts'
import { rank, type Rankable } from './rank.ts'
import { useCommands } from './useCommands.ts'
import { useFeatureLines } from './useFeatureLines.ts'
import { useObjectSearch } from './useObjectSearch.ts'

/** A line of the palette. */
export interface PaletteItem extends Rankable {
  key: string
  /** Stands above the first of those that have it. */
  section: string
  hint?: string
  /** What it comes to, in a tag. */
  outcome?: StatusMeta
  icon?: Component
  run: () => unknown
}

/** Of each feature, so many lines are there before one types. */
const MOST_UNASKED = 5

/** Pages, actions, what features give, and objects that answer the query, by section; an empty query shows recent objects, pages and actions. */
export function usePaletteItems(query: Ref<string>) {
  const router = useRouter()
  const palette = usePaletteStore()
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

  const { can } = useRightsStore()
  const nav = navOf(workspace.info?.engine, can)
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

  /** Pages that no line of the navigation leads to. */
  const known = new Set(pages.map(({ key }) => key.split(' ').at(-1)))
  const further = router.getRoutes().flatMap(({ path, meta: { title, words, needs }, redirect }) => {
    const leads =
      typeof title === 'string' && (!needs || can(needs)) && !redirect && !path.includes(':') && !known.has(path)
    return leads ? [page(title, path, CornerDownRight, words)] : []
  })

  const commands = useCommands()
  /** Without what the page offers itself. */
  const own = computed<PaletteItem[]>(() =>
    commands.filter(({ key }) => !palette.actions.has(key)).map((action) => ({ ...action, section: 'Actions' })),
  )
  const recents = useRecentsStore()
  recents.load()
  const recent = computed<PaletteItem[]>(() =>
    recents.named.map(({ kind, id, name }) => ({
      key: `recent ${id}`,
      section: 'Recent',
      label: name,
      hint: KINDS[kind].singular,
      icon: History,
      run: () => router.push(pathOf(kind, id)),
    })),
  )

  const here = computed<PaletteItem[]>(() =>
    [...palette.actions.values()].map(({ id, ...action }) => ({ ...action, key: id, section: 'On this page' })),
  )
  const lines = useFeatureLines()
  const given = computed<PaletteItem[]>(() =>
    lines.value.map(({ to, ...line }) => ({ ...line, run: () => router.push(to) })),
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
    if (!text) return [...recent.value, ...given.value.slice(0, MOST_UNASKED), ...here.value, ...pages, ...own.value]
    return [
      ...rank(text, here.value),
      ...rank(text, [...pages, ...policyPages, ...further]).slice(0, 6),
      ...rank(text, own.value),
      ...rank(text, given.value),
      // The service has ranked them, by more than a hit holds; those of the text before it are narrowed until then.
      ...(searching.value ? rank(text, objects.value) : objects.value),
    ]
  })
  return { items, searching, problem }
}
