/**
 * The address of the organization as tokens and pages for people name it. WHY `localhost`: passkeys do not work at a bare address, and
 * cookies differ by host.
 * @param url base address of the service
 */
export const organizationIssuer = (url: string): string => url.replace('//127.0.0.1', '//localhost')

/** Where clients and services find what they need of an issuer. */
interface IssuerAddresses {
  readonly token: string
  readonly keys: string
  /** Where a person is sent to sign in, and to sign out. */
  readonly authorize: string
  readonly signOut: string
  /** What it says of itself (RFC 8414). */
  readonly metadata: string
}

/** The addresses of an issuer, which follow from what tokens name it by; those of the organization are below `/oauth2`. */
export function addressesOf(issuer: string): IssuerAddresses {
  const base = /\/oauth2\/[^/]+$/.test(issuer) ? issuer : `${issuer}/oauth2`
  return {
    token: `${base}/v1/token`,
    keys: `${base}/v1/keys`,
    authorize: `${base}/v1/authorize`,
    signOut: `${base}/v1/logout`,
    metadata: `${issuer}/.well-known/oauth-authorization-server`,
  }
}
