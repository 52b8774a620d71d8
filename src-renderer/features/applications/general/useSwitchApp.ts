import { useToasts } from '#ui/composables/useToasts.ts'
import { useAccessLossStore } from '#ui/stores/access-loss.ts'
import { applications } from '../applications.ts'

/**
 * Switches an application on and off, each with a way back; before it is switched off from under people, says who they are.
 * @param changed called after it was switched, and after that was taken back
 */
export function useSwitchApp(appId: string, name: () => string, changed: () => Promise<unknown>) {
  const notes = useToasts()
  const losses = useAccessLossStore()
  const mayDeactivate = () =>
    losses.ask({
      title: `Deactivate application “${name()}”?`,
      lead: 'No one can open it until it is active again. What is set up stays, and simulations say so.',
      verb: 'Deactivate application',
      request: { change: 'CLOSE_APPS', appIds: [appId] },
      typedName: name(),
    })
  const setActive = async (active: boolean) => {
    await applications.setActive(appId, active)
    await changed()
  }
  return (active: boolean) =>
    notes.attempt(async () => {
      if (!active && !(await mayDeactivate())) return
      await setActive(active)
      notes.undoable(`${name()} is ${active ? 'active' : 'inactive'} now`, () => setActive(!active))
    })
}
