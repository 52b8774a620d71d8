import { computed, type Ref } from 'vue'

/** A list in which one value that means all stands alone: choosing it takes the others out, and the other way round. */
export function aloneIn(list: Ref<string[]>, all: string) {
  return computed<string[]>({
    get: () => list.value,
    set: (next) => (list.value = next.at(-1) === all ? [all] : next.filter((one) => one !== all)),
  })
}
