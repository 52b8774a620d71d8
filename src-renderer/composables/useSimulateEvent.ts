import { useRouter } from 'vue-router'
import type { LogEvent } from '#contract/log/log-event.ts'
import { signInOfRecorded, withEvaluation } from '#ui/api/sign-in-event.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import { simulatedIn } from '#ui/domain/event-simulation.ts'
import { simulationPath } from '#ui/domain/sign-in.ts'

/** Opens the simulator with the sign-in or the token request that an event records, beside which it shows what the event says. */
export function useSimulateEvent() {
  const router = useRouter()
  const { attempt } = useToasts()
  return useAction((event: LogEvent) =>
    attempt(async () => {
      const signIn = await signInOfRecorded(await withEvaluation(event))
      await router.push(simulationPath(signIn, event.uuid, simulatedIn(event)?.type ?? undefined))
    }),
  )
}
