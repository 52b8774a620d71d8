/** Words at whose end a name says that its value gives access: `downloadToken`, `client_secret`, `api-key`, `ticket`. */
const SECRET_WORD = '(?:token|ticket|secret|password|passphrase|assertion|credential|cookie|api[-_]?key)'
/** `name: value`, also in JSON, the value with or without quotation marks. */
const NAMED = new RegExp(String.raw`([\w-]*${SECRET_WORD}\\?["']?\s*:\s*(?:\\?["'])?)[^\s"'\\,;]+`, 'gi')
/** `name=value`, also in an address, where the next begins with `&`. */
const ASSIGNED = new RegExp(String.raw`([\w-]*${SECRET_WORD}\\?["']?\s*=\s*(?:\\?["'])?)[^\s"'\\&,;]+`, 'gi')
/** `--token value`, as a command line has it; in a list of arguments, a comma and quotation marks are between. */
const OPTION = new RegExp(String.raw`(--?[\w-]*${SECRET_WORD}(?:\\?["'])?(?:\s*,\s*|\s+)(?:\\?["'])?)[^\s"'\\,]+`, 'gi')
/** Headers of hooks, and of an authorization with a scheme that is not known. */
const HEADER = /(\b(?:x-[\w-]+|authorization)\\?["']?\s*[=:]\s*(?:\\?["'])?)(?!(?:SSWS|Bearer|Basic)\s)[^\s"'\\,;]+/gi
/** Who knows the end of this path may post to it. */
const RECEIVER = /(\/gatehouse\/receiver\/)[^\s"'?/]+/g
/** Our API tokens, and signed tokens, at any place. */
const SHAPES = /\b(?:00[\w-]{40}\b|eyJ[\w-]{8,}\.[\w-]+\.[\w-]*)/g
const PEM = /-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g
/** Addresses of people. The last part has a letter, so that versions such as `koa@3.3.0` stay. */
export const MAIL = /[\p{L}\d.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,}/gu

/** A folder as logs write it: as it is, inside JSON, with slashes only, and as a part of an address. */
function spellings(folder: string): string[] {
  const slashes = folder.replaceAll('\\', '/')
  const all = [folder, folder.replaceAll('\\', '\\\\'), slashes, encodeURI(slashes)]
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

/**
 * Makes a text fit to be shown or sent: tokens become `[token]`, addresses of people `[e-mail]`, the user's home folder `~`.
 * @param home absolute path of the home folder.
 * @param secrets exact values that must not appear, such as the service's token.
 */
export function redact(text: string, home: string, secrets: readonly string[] = []): string {
  const known = secrets
    .filter((secret) => secret.length > 0)
    .reduce((out, secret) => out.replaceAll(secret, '[token]'), text)
  const clean = known
    .replaceAll(PEM, '[token]')
    .replaceAll(/\b(SSWS|Bearer|Basic)\s+[^\s"',;]+/gi, '$1 [token]')
    .replaceAll(RECEIVER, '$1[token]')
    .replaceAll(HEADER, '$1[token]')
    .replaceAll(NAMED, '$1[token]')
    .replaceAll(ASSIGNED, '$1[token]')
    .replaceAll(OPTION, '$1[token]')
    .replaceAll(SHAPES, '[token]')
    .replaceAll(MAIL, '[e-mail]')
  return home.length > 1 ? spellings(home).reduce((out, folder) => out.replaceAll(folder, '~'), clean) : clean
}
