import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { CustomAttribute } from '#contract/directory/profile-schema.ts'
import type { ParseOptions } from '#expression/index.ts'
import { groupSearch, userSearch } from '#filter/index.ts'
import { api } from '#ui/api/client.ts'

type StaticType = NonNullable<ParseOptions['profile']>[string]

/** What an expression makes of a value, by the type of its attribute. */
const STATIC_TYPES: Readonly<Record<CustomAttribute['type'], StaticType>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'list',
}

/**
 * The attributes that the organization has added to the profiles of people and of groups, and the grammars of searches by
 * them. `want` reads them once, until that succeeds; `refresh` reads them again: after a schema was changed here, and
 * whenever a page that searches by them opens or its window comes to the front (`useLatestAttributes`).
 */
export const useCustomAttributesStore = defineStore('custom-attributes', () => {
  const user = shallowRef<readonly CustomAttribute[]>([])
  const group = shallowRef<readonly CustomAttribute[]>([])
  const isKnown = shallowRef(false)
  let reading: Promise<void> | null = null

  /** Reads them again. Without them people have their base attributes only; what went wrong shows where it matters. */
  function refresh(): Promise<void> {
    reading = api.call('getCustomAttributes').then(
      (found) => {
        user.value = found.user
        group.value = found.group
        isKnown.value = true
      },
      () => void (reading = null),
    )
    return reading
  }
  const want = () => reading ?? refresh()

  /** By name; one that user types define differently may be of any type. */
  const types = computed(() => {
    const found: Record<string, StaticType> = {}
    for (const { name, type } of user.value)
      found[name] = Object.hasOwn(found, name) && found[name] !== STATIC_TYPES[type] ? 'any' : STATIC_TYPES[type]
    return found
  })
  /** The searches of people and of groups; while the attributes are not known, any name after `profile.` is one. */
  const userGrammar = computed(() => userSearch(isKnown.value ? user.value : null))
  const groupGrammar = computed(() => groupSearch(isKnown.value ? group.value : null))
  return { userGrammar, groupGrammar, types, want, refresh }
})
