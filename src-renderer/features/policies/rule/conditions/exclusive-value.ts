import { computed, type Ref } from 'vue'

/** A list in which one value means all and excludes the others: choosing it removes them, and the reverse. */
export function aloneIn(list: Ref<string[]>, all: string) {
  return computed<string[]>({
    get: () => list.value,
    set: (next) => (list.value = next.at(-1) === all ? [all] : next.filter((one) => one !== all)),
  })
}
