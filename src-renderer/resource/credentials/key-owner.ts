import type { CertificateRequest, CertificateRequestWrite, SigningKey } from '#contract/credentials/signing-key.ts'

/** Something that has signing keys and certificate requests: an application or an identity provider, as the components here see it. */
export interface KeyOwner {
  /** What texts call it, such as "application". */
  readonly noun: string
  /** Begins the names of saved files. */
  readonly fileName: string
  /** Whether keys and requests can be made, and another key chosen. */
  readonly canManage: boolean
  /** The key that signs now. */
  readonly signingKid: string | undefined
  readonly listKeys: (signal: AbortSignal) => Promise<SigningKey[]>
  readonly generateKey: (validityYears: number) => Promise<unknown>
  readonly listRequests: (signal: AbortSignal) => Promise<CertificateRequest[]>
  readonly makeRequest: (body: CertificateRequestWrite) => Promise<unknown>
  readonly deleteRequest: (csrId: string) => Promise<unknown>
  /** @param upload the certificate that was issued for the request: PEM, base64 or DER */
  readonly publish: (csrId: string, upload: File) => Promise<unknown>
  /** Signs with another of its keys from now on. */
  readonly signWith: (kid: string) => Promise<unknown>
  /** What is to be done before another key signs, and what happens otherwise. */
  readonly beforeRotation: string
  /** The SAML metadata; absent where there are none, or where the page shows them itself. */
  readonly metadata?: () => Promise<Blob>
}
