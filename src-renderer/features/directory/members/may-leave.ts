import { useAccessLossStore } from '#ui/stores/access-loss.ts'

/**
 * Asks before a person is removed from a group, where they lose something by it.
 * @returns null where they stay
 * @throws ApiError
 */
export function useMayLeave() {
  const losses = useAccessLossStore()
  return (person: { id: string; name: string }, group: { id: string; name: string }) =>
    losses.ask({
      title: `Remove ${person.name} from ${group.name}?`,
      who: person.name,
      verb: 'Remove',
      request: { change: 'LEAVE_GROUP', groupId: group.id, ids: [person.id] },
    })
}
