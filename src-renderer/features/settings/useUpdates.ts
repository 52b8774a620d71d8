import { onScopeDispose, ref } from 'vue'
import { bridge, type UpdateState } from '#ui/api/bridge.ts'
import { useAction } from '#ui/composables/useAction.ts'

/** How far looking for an update is, and the steps that a person can take; for the desktop only. */
export function useUpdates() {
  const state = ref<UpdateState | null>(null)
  const learn = (next: UpdateState) => void (state.value = next)
  onScopeDispose(bridge.onUpdatesChanged(learn))

  const load = useAction(async () => learn(await bridge.updateState()))
  const step = useAction(async (act: () => Promise<UpdateState | void>) => {
    const next = await act()
    if (next) learn(next)
  })
  void load.run()
  return {
    state,
    error: step.error,
    busy: step.busy,
    check: () => step.run(bridge.checkForUpdates),
    download: () => step.run(bridge.downloadUpdate),
    install: () => step.run(bridge.installUpdate),
  }
}
