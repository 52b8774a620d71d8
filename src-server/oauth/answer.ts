import type { Context } from 'koa'
import { keysOfServer, publicJwks } from '#operations/authorization-servers/server-keys.ts'
import { askLibrary } from './ask-library.ts'
import { DIFFERENCES } from './differences.ts'
import type { OAuthService } from './known.ts'
import type { Issuers } from './issuers.ts'
import { completeMetadata } from './metadata.ts'
import type { OAuthRequest } from './request.ts'

/** Answers a request to an issuer: the steps of the edge, then the library, then what it does not tell. */
export async function answer(
  service: OAuthService,
  issuers: Issuers,
  ctx: Context,
  request: OAuthRequest,
): Promise<void> {
  const { endpoint, issuer } = request
  if (endpoint === 'keys') {
    ctx.body = publicJwks(await keysOfServer(service, issuer.server?.id ?? null))
    return
  }
  const provider = await issuers.providerOf(issuer)
  for (const { at, ours } of DIFFERENCES) if (at.includes(endpoint)) await ours(service, request, provider)
  await askLibrary(ctx, provider.provider, request, provider.paths[endpoint])
  if (endpoint === 'metadata' && ctx.status === 200)
    ctx.body = await completeMetadata(service, issuer, ctx.body as Record<string, unknown>)
}
