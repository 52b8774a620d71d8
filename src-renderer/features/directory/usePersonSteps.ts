import { computed, ref } from 'vue'
import type { UserVerb } from '#contract/directory/user-steps.ts'
import type { User } from '#contract/directory/user.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import type { ObjectPageState } from '#ui/resource/object/useObjectPage.ts'
import { SET_PASSWORD } from './person-password.ts'
import { mayTake, PERSON_STEPS, personSteps } from './person-steps.ts'

/** The steps of a person's life that the caller may take, and before them the password where one can be set. */
function personActions(person: User, maySet: boolean): { key: string; label: string }[] {
  const provider = person.credentials?.provider.type
  const isKept = provider === 'SVC' || provider === 'IMPORT'
  const isGone = person.status === 'DEPROVISIONED'
  return [
    ...(maySet && isKept && !isGone ? [{ key: SET_PASSWORD, label: 'Set password…' }] : []),
    ...personSteps(person).filter(({ key }) => mayTake(key)),
  ]
}

/** A person's page with the steps of their life in its menu, and the one that waits for a confirmation. */
export function usePersonSteps(page: ObjectPageState<User>) {
  const workspace = useWorkspaceStore()
  const asking = ref(false)
  const settingPassword = ref(false)
  const verb = ref<UserVerb>('activate')
  const steps = computed(() => (page.item.data.value ? personActions(page.item.data.value, page.may.edit.value) : []))

  /** Deleting comes last, and after the steps: it begins where they end. */
  const menu = computed(() => {
    const own = page.menu.value
    return [...own.filter(({ key }) => key !== 'delete'), ...steps.value, ...own.filter(({ key }) => key === 'delete')]
  })
  function ask(step: UserVerb) {
    verb.value = step
    asking.value = true
  }
  function select(key: string) {
    if (key === SET_PASSWORD) settingPassword.value = true
    else if (Object.hasOwn(PERSON_STEPS, key)) ask(key as UserVerb)
    else page.select(key)
  }

  async function changed() {
    void workspace.refresh()
    await page.changed()
  }
  return { page: { ...page, menu, select }, asking, verb, ask, changed, settingPassword }
}
