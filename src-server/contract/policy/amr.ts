import { methodsOf, type AuthenticatorMethodName } from './authenticator-table.ts'
import type { Proof } from './proof.ts'

/** What RFC 8176 calls each method; it has no word for what another provider has checked. */
const AMR: Readonly<Record<AuthenticatorMethodName, string | null>> = {
  PASSWORD: 'pwd',
  SECURITY_QUESTION: 'kba',
  SMS: 'sms',
  VOICE: 'tel',
  EMAIL: 'otp',
  PUSH: 'swk',
  SIGNED_NONCE: 'swk',
  OTP: 'otp',
  TOTP: 'otp',
  WEBAUTHN: 'hwk',
  PARTNER_APP_A: 'swk',
  IDP: null,
  CERT: 'sc',
}

const isKnowledge = ({ key, method }: Proof) =>
  methodsOf(key).some((entry) => entry.method === method && entry.classes.every((factor) => factor === 'knowledge'))

/** Those of some proofs that go beyond what somebody knows. */
export const heldProofs = (proofs: readonly Proof[]): Proof[] => proofs.filter((proof) => !isKnowledge(proof))

/** How somebody has signed in, in the words of RFC 8176, each once; `mfa` where they both knew and held something. */
export function amrOf(proofs: readonly Proof[]): string[] {
  const words = proofs.flatMap(({ method }) => AMR[method] ?? [])
  const held = heldProofs(proofs).length
  return [...new Set([...words, ...(held > 0 && held < proofs.length ? ['mfa'] : [])])]
}
