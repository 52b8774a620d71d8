import { computed, ref, shallowRef } from 'vue'
import type { PeopleAct, PeopleChange, PeopleChangeWrite } from '#contract/directory/people-change.ts'
import { api } from '#ui/api/client.ts'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import { useToasts } from '#ui/composables/useToasts.ts'
import type { BulkService } from '#ui/resource/list/bulk.ts'
import { useWorkspaceStore } from '#ui/stores/workspace.ts'
import { doneText } from './change-text.ts'
import { settledChange, undoForAll } from './follow-change.ts'
import { repeatedChange } from './repeat-change.ts'

/**
 * Changes of many people as the page of people begins, shows and takes them back; which one is shown is in the address.
 * @param changed called when one is over, wherever one is by then
 */
export function usePeopleChanges(changed: () => unknown) {
  const notes = useToasts()
  const workspace = useWorkspaceStore()
  const openId = useQueryState<string>('change', '')
  /** The dialog begins again where the same change is taken back. */
  const round = ref(0)
  const recent = useQueryState<string>('changes', '')

  /** Those that were begun here, until the way back is offered. */
  const begun = new Set<string>()

  /** Says how a change that was begun here ended, and offers to take it back; once, though the dialog and the page both see the end. */
  function ended(view: PeopleChange) {
    if (!begun.delete(view.id) || !view.undoable) return
    notes.undoable(doneText(view), () => undoForAll(view.id).finally(over))
  }

  async function over() {
    void workspace.refresh()
    await changed()
  }
  async function follow(id: string) {
    const view = await settledChange(id)
    ended(view)
    await over()
    // What was refused, and why, stays to be read.
    if (openId.value === id && view.counts.changed === view.counts.found) openId.value = ''
  }
  async function create(body: PeopleChangeWrite) {
    const { id } = await api.call('createPeopleChange', { body })
    begun.add(id)
    openId.value = id
    void notes.attempt(() => follow(id))
  }
  const service: BulkService = {
    count: async (search) => (await api.call('countPeople', { query: { search } })).count,
    begin: ({ key }, whom, target) =>
      create({ act: key as PeopleAct, ...whom, ...(target ? { groupId: target } : {}) }),
  }
  /** The same once more, for as many as the search finds now: others than were looked at, so that it is asked about again. */
  const repeated = shallowRef<Awaited<ReturnType<typeof repeatedChange>>>(null)
  async function again() {
    await notes.attempt(async () => {
      repeated.value = await repeatedChange(openId.value)
      if (repeated.value) openId.value = ''
    })
  }
  async function undo(id: string) {
    await notes.attempt(async () => {
      await api.call('undoPeopleChange', { params: { peopleChangeId: id } })
      openId.value = id
      round.value += 1
      await settledChange(id)
      await over()
    })
  }
  return {
    service,
    again,
    repeated,
    undo,
    ended,
    openId,
    round,
    close: () => (openId.value = ''),
    showsRecent: computed({ get: () => recent.value === 'all', set: (show) => (recent.value = show ? 'all' : '') }),
  }
}
