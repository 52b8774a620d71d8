import { computed, watch } from 'vue'
import { readRecordedSignIn, signInOfRecorded } from '#ui/api/sign-in-event.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { simulatedIn } from '#ui/domain/event-simulation.ts'
import { recordedVerdict, unrecordedFields } from '#ui/domain/event-sign-in.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { differingFields, type SignIn } from '#ui/domain/sign-in.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { fieldLabel } from '../fields.ts'

/** An event's sign-in beside the one in the form: what the event recorded, what it lacks, and what was changed since. */
export function useRecordedSignIn(uuid: () => string, current: () => SignIn) {
  const names = useNamesStore()
  const read = useResource(
    async (signal) => {
      const recorded = await readRecordedSignIn(uuid(), signal)
      return { ...recorded, signIn: await signInOfRecorded(recorded, signal) }
    },
    { watch: uuid, clear: true },
  )
  const found = computed(() => read.data.value ?? null)
  const event = computed(() => found.value?.event ?? null)
  const simulated = computed(() => event.value && simulatedIn(event.value))
  const verdict = computed(() => {
    if (!found.value) return null
    return (simulated.value?.verdictOf ?? recordedVerdict)(found.value.event, found.value.evaluation)
  })

  /** The objects that the event names and today's verdict needs. */
  const objects = computed(() => {
    const { user, app } = found.value?.signIn ?? {}
    const named: { kind: EntityKind; id: string | null | undefined }[] = [
      { kind: 'user', id: user },
      { kind: 'app', id: app },
      { kind: 'policy', id: verdict.value?.policy?.id },
    ]
    return named.flatMap(({ kind, id }) => (id ? [{ kind, id }] : []))
  })
  watch(objects, (all) => all.forEach(({ kind, id }) => names.want(kind, [id])), { immediate: true })
  const isDeleted = (kind: EntityKind) =>
    objects.value.some((object) => object.kind === kind && names.entries.get(object.id)?.state === 'deleted')

  return {
    event,
    verdict,
    signIn: computed(() => found.value?.signIn ?? null),
    isDeleted,
    /** Labels of the inputs that the event could have recorded and did not. */
    unrecorded: computed(() => {
      const lacking = simulated.value?.unrecorded ?? unrecordedFields
      return found.value ? lacking(found.value.signIn).map(fieldLabel) : []
    }),
    /** Labels of the inputs that are other than in the event. */
    changed: computed(() => (found.value ? differingFields(found.value.signIn, current()).map(fieldLabel) : [])),
    error: read.error,
    reload: read.reload,
  }
}
