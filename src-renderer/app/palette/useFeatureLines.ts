import { computed, effectScope, onScopeDispose, shallowRef, type Ref } from 'vue'
import type { PaletteLine } from '#ui/resource/feature.ts'
import { FEATURES } from '../features.ts'

/** The lines that features give to the palette wherever one is, as soon as they are there. */
export function useFeatureLines() {
  const scope = effectScope()
  onScopeDispose(() => scope.stop())
  const given = shallowRef<readonly Readonly<Ref<readonly PaletteLine[]>>[]>([])
  for (const { paletteLines } of FEATURES)
    // Without those of a feature that cannot be loaded, the palette is of use still.
    void paletteLines?.().then(
      (use) => scope.active && scope.run(() => (given.value = [...given.value, use()])),
      () => {},
    )
  return computed(() => given.value.flatMap((lines) => lines.value))
}
