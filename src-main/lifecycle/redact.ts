/** Words at whose end a name says that its value gives access: `downloadToken`, `client_secret`, `ticket`. */
const SECRET_WORD = '(?:token|ticket|secret|password|assertion)'
/** `name=value`, `name: value` and the same in JSON, the value with or without quotation marks. */
const NAMED = new RegExp(String.raw`([\w-]*${SECRET_WORD}\\?["']?\s*[=:]\s*(?:\\?["'])?)[^\s"'\\&,;]+`, 'gi')
/** `--token value`, as a command line has it; in a list of arguments a comma and quotation marks stand between. */
const OPTION = new RegExp(String.raw`(--?[\w-]*${SECRET_WORD}(?:\\?["'])?(?:\s*,\s*|\s+)(?:\\?["'])?)[^\s"'\\,]+`, 'gi')
/** Who knows the end of this path may post to it. */
const RECEIVER = /(\/gatehouse\/receiver\/)[^\s"'?/]+/g

/**
 * Makes a text fit to be shown or sent: tokens become `[token]`, the user's home folder becomes `~`.
 * @param home absolute path of the home folder.
 * @param secrets exact values that must not appear, such as the service's token.
 */
export function redact(text: string, home: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter((secret) => secret.length > 0)
    .reduce((out, secret) => out.replaceAll(secret, '[token]'), text)
  return known
    .replaceAll(/\b(SSWS|Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [token]')
    .replaceAll(RECEIVER, '$1[token]')
    .replaceAll(NAMED, '$1[token]')
    .replaceAll(OPTION, '$1[token]')
    .replaceAll(home.length > 1 ? home : '\0', '~')
}
