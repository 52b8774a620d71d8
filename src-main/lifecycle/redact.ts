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
    .replaceAll(
      /\b(access_token|refresh_token|client_secret|token|password)(["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi,
      '$1$2[token]',
    )
    .replaceAll(home.length > 1 ? home : '\0', '~')
}
