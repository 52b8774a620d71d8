/** A type's label inside a sentence: "password policy", "OAuth authorization policy". */
export function inSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** The same with its article: "a password policy", "an OAuth authorization policy". */
export function withArticle(label: string): string {
  return `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${inSentence(label)}`
}
