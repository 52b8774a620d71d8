import { invalid } from '#contract/interface/api-error.ts'

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Why an instance cannot be at an address, in one clause; null where it can. */
export function remoteAddressProblem(address: string): string | null {
  if (!URL.canParse(address)) return 'is not an address such as https://acme.example.com'
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname)))
    return 'must begin with https://; http:// will do on this machine only'
  if (username || password) return 'must not hold a user name or password'
  // WHY by the text as well: an empty query or fragment leaves its mark there alone.
  if (pathname !== '/' || search || hash || /[?#]/.test(address)) return 'must end behind the host and its port'
  return null
}

/** The origin that an address names, which alone is ever called. @throws ApiError E0000001 */
export function originOf(address: string): string {
  const problem = remoteAddressProblem(address)
  if (problem) throw invalid('address', problem)
  return new URL(address).origin
}
