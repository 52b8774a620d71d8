import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

/** The reference: the library alone, in memory, with the key and the client of its input. */
const { jwk, clientId, secret } = JSON.parse(await text(process.stdin)) as {
  jwk: JsonWebKey
  clientId: string
  secret: string
}
const provider = new Provider('http://localhost:1', {
  jwks: { keys: [jwk as never] },
  clients: [
    {
      ...{ client_id: clientId, client_secret: secret, grant_types: ['client_credentials'] },
      ...{ redirect_uris: [], response_types: [] },
    },
  ],
  ttl: { ClientCredentials: 3_600 },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => 'urn:bench:things',
      getResourceServerInfo: () => ({ scope: 'things.read', accessTokenFormat: 'jwt' }) as never,
    },
  },
})
const server = provider.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token` }))
})
process.once('SIGTERM', () => process.exit(0))
