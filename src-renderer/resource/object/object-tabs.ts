import { computed, type ComputedRef } from 'vue'
import { useRoute, type LocationQuery, type RouteLocationRaw } from 'vue-router'
import { useQueryState } from '#ui/composables/useQueryState.ts'

/** A part of an object's page, by its word in the address. */
export interface ObjectTab<Key extends string> {
  key: Key
  label: string
}

/** The tabs of an object's page, as `<ObjectPage>` shows them. */
export interface ObjectTabs<Key extends string = string> {
  /** The open one; undefined until the tabs are known. */
  tab: ComputedRef<Key | undefined>
  links: ComputedRef<(ObjectTab<Key> & { to: RouteLocationRaw })[]>
  open(key: Key): void
}

/** The tabs of a table that are shown, in its order. */
export function shownTabs<Key extends string, Tab extends { label: string }>(
  tabs: Readonly<Record<Key, Tab>>,
  isShown: (tab: Tab) => boolean,
): ObjectTab<Key>[] {
  const entries = Object.entries(tabs) as [Key, Tab][]
  return entries.filter(([, tab]) => isShown(tab)).map(([key, { label }]) => ({ key, label }))
}

/**
 * Tabs whose open one is in the address; the first is open unless the address names another.
 * @param kept what else of the address goes along from one tab to the next; all of it unless given
 */
export function useObjectTabs<Key extends string>(
  tabs: () => readonly ObjectTab<Key>[],
  kept?: () => LocationQuery,
): ObjectTabs<Key> {
  const route = useRoute()
  const asked = useQueryState<string>('tab', '')
  return {
    tab: computed(() => (tabs().find(({ key }) => key === asked.value) ?? tabs()[0])?.key),
    links: computed(() =>
      tabs().map((tab, index) => ({
        ...tab,
        to: { query: { ...(kept?.() ?? route.query), tab: index ? tab.key : undefined } },
      })),
    ),
    open: (key) => (asked.value = key === tabs()[0]?.key ? '' : key),
  }
}
