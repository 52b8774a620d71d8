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
