import type { JsonWebKey } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { ASSERTION_TYPE } from '#contract/apps/client-credentials.ts'
import type { RemoteClock } from './remote-clock.ts'

/** How requests of a connection authenticate. */
export interface Authorization {
  /** The value of `Authorization`. @throws RemoteError where none can be had */
  header(): Promise<string>
  /** The remote took the value no longer. @returns whether another one can be had */
  renew(): boolean
  /** Everything of it that must be told nowhere. */
  secrets(): readonly string[]
}

/** By an API token. */
export const byToken = (token: string): Authorization => ({
  header: () => Promise.resolve(`SSWS ${token}`),
  renew: () => false,
  secrets: () => [token],
})

/** What an access token is asked for with. */
export type TokenForm = Readonly<Record<string, string>>
export type GrantedToken = { token: string; expiresInS: number }

interface ServiceApp {
  clientId: string
  /** In the words of the remote. */
  scopes: readonly string[]
  privateKey: JsonWebKey
  kid: string
  /** The address of the token endpoint, to which assertions are addressed. */
  audience: string
  clock: RemoteClock
  /** Asks the token endpoint. @throws RemoteError */
  ask: (form: TokenForm) => Promise<GrantedToken>
}

const ASSERTION_LIFE_S = 300
/** WHY: no remote takes an assertion from a moment that is yet to come, and its clock is known to the second only. */
const ISSUED_BEFORE_S = 30
/** How long before its end a token is no longer used: a request may wait in line. */
const LEEWAY_MS = 60_000

/** As a service app, by access tokens that are asked for with its private key (RFC 7523 §2.2); kept in memory until shortly before their end. */
export function byServiceApp(app: ServiceApp): Authorization {
  let current: { token: string; endsAt: number } | null = null
  let asking: Promise<string> | null = null
  const ask = async () => {
    const { token, expiresInS } = await askByItsClock(app)
    current = { token, endsAt: app.clock.now() + expiresInS * 1_000 - LEEWAY_MS }
    return token
  }
  return {
    async header() {
      if (current && app.clock.now() < current.endsAt) return `Bearer ${current.token}`
      // WHY without the signal of a request: others may wait for the same token.
      asking ??= ask().finally(() => (asking = null))
      return `Bearer ${await asking}`
    },
    renew() {
      const wasThere = current !== null
      current = null
      return wasThere
    },
    secrets: () => (current ? [current.token] : []),
  }
}

/** By how much a clock may differ before a token is asked for by the wrong time. */
const CLOCK_TOLERANCE_MS = 2_000

/** Asks again where the first answer shows that the clock of the remote is another one. */
async function askByItsClock(app: ServiceApp): Promise<GrantedToken> {
  const before = app.clock.differenceMs ?? 0
  try {
    return await app.ask(await formOf(app))
  } catch (error) {
    if (Math.abs((app.clock.differenceMs ?? 0) - before) <= CLOCK_TOLERANCE_MS) throw error
    return app.ask(await formOf(app))
  }
}

async function formOf({ clientId, scopes, privateKey, kid, audience, clock }: ServiceApp): Promise<TokenForm> {
  // By the clock of the remote, which judges the times.
  const now = Math.floor(clock.now() / 1_000)
  const assertion = await new SignJWT({ iss: clientId, sub: clientId, aud: audience, jti: randomUUID() })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuedAt(now - ISSUED_BEFORE_S)
    .setExpirationTime(now + ASSERTION_LIFE_S)
    .sign(await importJWK({ ...privateKey, kty: 'EC' }, 'ES256'))
  return {
    grant_type: 'client_credentials',
    scope: scopes.join(' '),
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
  }
}
