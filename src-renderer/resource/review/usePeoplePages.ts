import { shallowRef } from 'vue'
import { useAction } from '#ui/composables/useAction.ts'

/** @param after the cursor of the page before; null for the first */
export type ReadPeople<Person> = (after: string | null) => Promise<{ items: readonly Person[]; next: string | null }>

/** People by name, a page at a time, of which the first is read at once. */
export function usePeoplePages<Person>(read: ReadPeople<Person>) {
  const people = shallowRef<readonly Person[]>([])
  /** Null once all are here. */
  const next = shallowRef<string | null>('')

  const reading = useAction(async () => {
    const page = await read(next.value || null)
    people.value = [...people.value, ...page.items]
    next.value = page.next
  })
  void reading.run()
  return { people, next, reading }
}
