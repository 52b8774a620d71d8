import type { InjectionKey, Ref } from 'vue'

/** The filter of the page that an event is shown on, for the values that it asks for already. */
export const PAGE_FILTER: InjectionKey<Readonly<Ref<string>>> = Symbol('filter of the page')
