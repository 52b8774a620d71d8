import { LIMITS } from '#contract/interface/limits.ts'
import type { OAuthService } from './decision-cache.ts'
import type { Issuer } from './request.ts'

/** Scopes as a request holds them, each once. */
export const scopesIn = (text = ''): string[] => [...new Set(text.split(' ').filter((scope) => scope !== ''))]

/** The problem of a request with too many scopes; null for others. */
export const tooManyScopes = (scopes: readonly string[]): string | null =>
  scopes.length > LIMITS.requestedScopes ? `A request has at most ${LIMITS.requestedScopes} scopes.` : null

/** The scopes of a request that names none: those that its authorization server says; the organization has none. */
export async function defaultScopes(
  { decisions }: Pick<OAuthService, 'decisions'>,
  server: Issuer['server'],
): Promise<string[]> {
  const scopes = server ? (await decisions.contentsOf(server.id)).scopes : []
  return scopes.filter(({ isDefault }) => isDefault).map(({ name }) => name)
}
