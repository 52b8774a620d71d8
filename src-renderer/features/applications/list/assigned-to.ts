import { useQueryState } from '#ui/composables/useQueryState.ts'

/** The filter of the interface that finds what both have; empty where neither is said (spec/4 §2.3). */
export function assignedFilter(group: string, person: string): string {
  const parts = [
    ...(group ? [`group.id eq ${JSON.stringify(group)}`] : []),
    ...(person ? [`user.id eq ${JSON.stringify(person)}`] : []),
  ]
  return parts.join(' and ')
}

/** The group and the person whose applications are listed, as the address holds them. */
export function useAssignedTo() {
  const group = useQueryState<string>('group', '')
  const person = useQueryState<string>('person', '')
  return {
    group,
    person,
    filter: () => assignedFilter(group.value, person.value),
    clear: () => {
      group.value = ''
      person.value = ''
    },
  }
}

export type AssignedTo = ReturnType<typeof useAssignedTo>
