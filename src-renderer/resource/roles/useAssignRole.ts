import { computed, ref, watch } from 'vue'
import { ADMIN_ROLES, ROLE_TYPES, type AssigneeKind, type RoleType } from '#contract/access/admin-roles.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { useAction } from '#ui/composables/useAction.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import { ASSIGNEE_ENTITIES } from '#ui/domain/role-labels.ts'
import { useNamesStore } from '#ui/stores/names.ts'
import { assignRole, type RoleOwner } from './role-api.ts'

/** The roles as a list offers them. */
export const ROLE_OPTIONS = ROLE_TYPES.map((value) => ({ value, label: ADMIN_ROLES[value].label }))

const problem = (summary: string, location: string) =>
  new ApiError({ status: 0, code: 'FORM', summary: 'Something is missing.', causes: [{ summary, location }] })

/** @throws ApiError also for an application that is no client */
async function ownerOfChoice(kind: AssigneeKind, id: string, name: string): Promise<RoleOwner> {
  if (kind !== 'CLIENT') return { kind, idInPath: id, name }
  const { credentials } = await api.call('getApp', { params: { appId: id } })
  const clientId = credentials?.oauthClient?.client_id
  if (!clientId) throw problem('This application has no client id: only OpenID Connect clients can hold roles.', 'who')
  return { kind, idInPath: clientId, name }
}

/**
 * What the dialog that assigns a role holds, and what it does.
 * @param owner to whom it is assigned; null: that is chosen in the dialog
 */
export function useAssignRole(owner: () => RoleOwner | null, done: () => void) {
  const names = useNamesStore()
  const notes = useToasts()
  const kind = ref<AssigneeKind>('USER')
  const who = ref<string | null>(null)
  const type = ref<RoleType>('HELP_DESK_ADMIN')
  const isLimited = ref(true)
  const limits = ref<string[]>([])
  const limitedBy = computed(() => ADMIN_ROLES[type.value].limitedBy)
  const limitKind = computed(() => (limitedBy.value === 'apps' ? 'app' : 'group'))
  watch(kind, () => (who.value = null))
  watch(limitKind, () => (limits.value = []))

  async function chosenOwner() {
    const given = owner()
    if (given) return given
    if (!who.value) throw problem('Choose who gets the role.', 'who')
    return ownerOfChoice(kind.value, who.value, names.nameOf(who.value))
  }
  const assigning = useAction(async () => {
    const to = await chosenOwner()
    const isAsked = limitedBy.value !== null && isLimited.value
    if (isAsked && !limits.value.length)
      throw problem('Choose at least one, or let the role reach everything.', 'limits')
    const asked = isAsked ? limits.value.map((id) => ({ kind: limitKind.value, id }) as const) : []
    await assignRole(to, type.value, asked)
    notes.success(`${to.name} is now ${ADMIN_ROLES[type.value].label}`)
    done()
  })
  function restart() {
    who.value = null
    limits.value = []
    isLimited.value = true
    assigning.error.value = null
  }
  return {
    ...{ kind, who, type, isLimited, limits, limitedBy, limitKind, assigning, restart },
    whoKind: computed(() => ASSIGNEE_ENTITIES[kind.value]),
    content: () => [kind.value, who.value, type.value, isLimited.value, limits.value],
    draft: () => ({ who: who.value, limits: limits.value, type: type.value }),
  }
}
