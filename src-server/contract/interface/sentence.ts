/** A text whose first letter is a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A text that ends as a sentence does. */
export const toSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)
