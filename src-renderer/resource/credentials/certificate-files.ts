/** A certificate, or a request for one, as files hold it. @param base64 of DER, in lines or not */
export function pemOf(label: 'CERTIFICATE' | 'CERTIFICATE REQUEST', base64: string): string {
  const lines = base64.replaceAll(/\s/g, '').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}

/** The bytes of DER. @param base64 in lines or not */
export function derOf(base64: string): Blob {
  const text = atob(base64.replaceAll(/\s/g, ''))
  return new Blob([Uint8Array.from(text, (character) => character.charCodeAt(0))], { type: 'application/octet-stream' })
}

/** The beginning of a name that is long and says nothing: enough to tell one from another. */
export const shortOf = (name: string) => name.slice(0, 12)

/** Bytes as characters of the same numbers, as `btoa` takes them. WHY not a `TextDecoder`: its "latin1" is Windows-1252. */
const textOfBytes = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/**
 * The certificate in a text or a file, DER as base64 in one line; null for what is none at the first glance, as the service looks
 * closer. Of a chain the first one.
 */
export function certificateIn(content: string | Uint8Array): string | null {
  const text = typeof content === 'string' ? content : textOfBytes(content)
  const pem = /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/.exec(text)
  const base64 = (pem?.[1] ?? text).replaceAll(/\s/g, '')
  if (/^MI[A-Za-z0-9+/]+={0,2}$/.test(base64)) return base64
  // A sequence of ASN.1 that is longer than 255 bytes, as every certificate is.
  return text.startsWith('\x30\x82') ? btoa(text) : null
}

/** Files that may hold a certificate, as a chooser of files offers them. */
export const CERTIFICATE_FILES =
  '.pem,.crt,.cer,.der,.cert,application/x-x509-ca-cert,application/pkix-cert,application/x-pem-file'
