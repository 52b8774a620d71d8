/** Texts for errors of the contract's schemas: field (a pattern of its path), message, and what to show instead. */
const TEXTS: readonly (readonly [path: RegExp, message: RegExp, text: string])[] = [
  [/(^|\.)(name|label)$/, /^(must not be empty|is required)$/, 'Enter a name.'],
  [/(^|\.)uri$/, /^(must not be empty|is required)$/, 'Enter an address.'],
  [/(^|\.)(secondE|e)mail$/, /^(must be a valid email|is required)$/, 'Enter an email address.'],
  [/^events\.items$/, /^must hold at least 1/, 'Choose at least one event.'],
  [/network/, /^ZONE needs zones/, 'Choose at least one zone.'],
  [/behaviors$/, /^must hold at least 1/, 'Choose at least one behavior.'],
  [/redirect_uris$/, /^must not be empty with/, 'Add an address that people come back to.'],
  [/./, /^(must not be empty|is required)$/, 'Enter a value.'],
  [/./, /^must hold at least 1( |$)/, 'Choose at least one.'],
]

/**
 * The message of a field's error as a sentence. Known messages are replaced by an instruction; others get a capital and
 * a full stop. Undefined stays undefined.
 * @param path the field, such as `conditions.network.include`
 */
export function errorSentence(path: string, message: string): string
export function errorSentence(path: string, message: string | undefined): string | undefined
export function errorSentence(path: string, message: string | undefined): string | undefined {
  if (!message) return message
  const known = TEXTS.find(([field, pattern]) => field.test(path) && pattern.test(message))
  if (known) return known[2]
  const sentence = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`
}
