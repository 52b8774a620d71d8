import { refDebounced } from '@vueuse/core'
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Dialect, ParseOptions } from '#expression/index.ts'
import { useCustomAttributesStore } from '#ui/stores/custom-attributes.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { groupIdsIn } from './group-ids.ts'
import { findingsOf, PROFILE } from './problems.ts'

const SETTLE_MS = 350

interface Language {
  dialect: Dialect
  result?: ParseOptions['result']
}

/** The attributes that people have here, base and custom, with the types of their values. */
export function useProfileTypes() {
  const custom = useCustomAttributesStore()
  void custom.want()
  return { profile: computed(() => ({ ...custom.types, ...PROFILE })) }
}

/** The problems of an expression once typing pauses; none new while a completion is being chosen. */
export function useExpressionFindings(text: Ref<string>, language: () => Language) {
  const settled = refDebounced(text, SETTLE_MS)
  const choosing = shallowRef(false)
  const { profile } = useProfileTypes()
  const find = (source: string) => findingsOf(source, language().dialect, language().result, profile.value)
  const findings = shallowRef(find(text.value))
  watch([settled, choosing, profile, () => language().dialect, () => language().result], () => {
    if (!choosing.value) findings.value = find(settled.value)
  })
  return { settled, choosing, findings }
}

/** The names of the groups that an expression names by id, so that the editor can show them beside the ids. */
export function useGroupWords(settled: Readonly<Ref<string>>, changed: () => void) {
  const names = useNamesStore()
  const groupIds = computed(() => groupIdsIn(settled.value).map(({ id }) => id))
  watch(groupIds, (ids) => names.want('group', ids), { immediate: true })
  watch(() => groupIds.value.map((id) => names.entries.get(id)), changed)

  return (id: string) => {
    const entry = names.entries.get(id)
    if (entry?.state === 'deleted') return { word: 'no such group', gone: true }
    return entry?.state === 'known' ? { word: entry.name, gone: false } : null
  }
}
