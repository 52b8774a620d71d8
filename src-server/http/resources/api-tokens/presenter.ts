import { TOKEN_CLIENT, TOKEN_WINDOW, type ApiToken } from '#contract/access/api-token.ts'
import type { ApiTokenRecord } from '#db/tables/api-tokens.ts'
import { link } from '../links.ts'

/** A token as the wire shows it. @param tokenWindow null in lists (spec/5 §11) */
export function presentToken(
  { id, name, userId, network, expiresAt, created, lastUpdated }: ApiTokenRecord,
  base: string,
  tokenWindow: ApiToken['tokenWindow'] = TOKEN_WINDOW,
): ApiToken {
  return {
    ...{ id, name, userId, clientName: TOKEN_CLIENT, tokenWindow, network, expiresAt, created, lastUpdated },
    _links: {
      self: link(`${base}/api/v1/api-tokens/${id}`, 'GET', 'DELETE'),
      user: link(`${base}/api/v1/users/${userId}`, 'GET'),
    },
  }
}
