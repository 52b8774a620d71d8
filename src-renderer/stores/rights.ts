import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { CallerRights } from '#contract/access/admin-roles.ts'
import type { Permission } from '#contract/access/role-permissions.ts'
import { lackingFor } from '#contract/interface/permitted.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { CLIENT_ROUTES } from 'virtual:client-routes'
import { api } from '#ui/api/client.ts'
import { whenDenied } from '#ui/api/session.ts'

/** After a refusal the rights are read again, but no sooner than this after the last time. */
const PAUSE_MS = 5_000

/**
 * What the caller may do, so that pages leave out what their roles do not permit. While that is not known, and where it cannot
 * be read, everything is offered: the service decides in any case.
 */
export const useRightsStore = defineStore('rights', () => {
  const rights = shallowRef<CallerRights | null>(null)
  /** Whether it was asked for, with or without an answer: pages wait for this. */
  const isSettled = ref(false)
  let readAt = -Infinity

  /** Reads them; never throws. */
  async function load() {
    readAt = Date.now()
    try {
      rights.value = await api.call('getCallerRights')
    } catch {
      // Who may not even ask this has no rights to show; each page says what the service answers.
    } finally {
      isSettled.value = true
    }
  }
  whenDenied(() => {
    if (Date.now() - readAt > PAUSE_MS) void load()
  })

  /** What the caller lacks for an operation; null where they may call it. */
  function lacking(id: OperationId): Permission | null {
    return rights.value && lackingFor(rights.value.permissions, CLIENT_ROUTES[id])
  }

  return {
    rights,
    isSettled,
    load,
    lacking,
    /** Whether the caller may call an operation, if only on what lies within the limits of their roles. */
    can: (id: OperationId) => lacking(id) === null,
    /** Whether the caller may do something, but only within the limits of their roles. */
    isLimited: (permission: Permission) =>
      rights.value?.permissions.some((one) => one.permission === permission && one.limited) ?? false,
    isSuper: computed(() => rights.value?.roles.includes('SUPER_ADMIN') ?? true),
  }
})
