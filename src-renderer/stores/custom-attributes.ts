import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { CustomAttribute } from '#contract/directory/profile-schema.ts'
import type { ParseOptions } from '#expression/index.ts'
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
 * The attributes that the organization has added to the profiles of people and of groups, read when something first wants them, and again after a
 * schema was changed here.
 */
export const useCustomAttributesStore = defineStore('custom-attributes', () => {
  const user = shallowRef<readonly CustomAttribute[]>([])
  const group = shallowRef<readonly CustomAttribute[]>([])
  let reading: Promise<void> | null = null

  /** Reads them again. Without them people have their base attributes only; what went wrong shows where it matters. */
  function refresh(): Promise<void> {
    reading = api.call('getCustomAttributes').then(
      (found) => {
        user.value = found.user
        group.value = found.group
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
  return { user, group, types, want, refresh }
})
