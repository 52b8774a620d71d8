/** What is revoked at once: some of what a person lets a client do. */
export interface RevokedConsent {
  readonly person: { readonly id: string; readonly name: string }
  readonly appId: string
  readonly grantIds: readonly string[]
}
