import { ref } from 'vue'

/** Rises whenever something was taken back: whatever is shown is read again. WHY no store: every request of a page follows it. */
export const undone = ref(0)
