import {
  AUTHENTICATOR_TABLE,
  methodsOf,
  type AuthenticatorMethod,
  type AuthenticatorMethodName,
} from './authenticator-table.ts'
import type { Proof } from './proof.ts'

type ProvenMethod = Pick<Proof, 'key' | 'method'>

/** A key that signs: in hardware where the table of authenticators promises it; a token must not say more than is known. */
const KEY = 'key'

/** Authentication method references (RFC 8176 §2) of each method; what an identity provider asked for is not known here. */
const REFERENCES: Readonly<Record<AuthenticatorMethodName, readonly string[]>> = {
  PASSWORD: ['pwd'],
  SECURITY_QUESTION: ['kba'],
  SMS: ['sms', 'mca'],
  VOICE: ['tel', 'mca'],
  EMAIL: ['otp', 'mca'],
  PUSH: [KEY, 'mca', 'user'],
  SIGNED_NONCE: [KEY, 'user'],
  OTP: ['otp'],
  TOTP: ['otp'],
  WEBAUTHN: [KEY, 'user'],
  PARTNER_APP_A: ['mca'],
  IDP: [],
  CERT: ['sc'],
}

function referencesOf({ method, characteristics }: AuthenticatorMethod): string[] {
  const key = characteristics.hardwareProtection === 'yes' ? 'hwk' : 'swk'
  return REFERENCES[method].map((reference) => (reference === KEY ? key : reference))
}

/** What tokens say of how a person has signed in: each reference once, `mfa` where the proofs are of two classes or more. */
export function amrOf(proofs: readonly ProvenMethod[]): string[] {
  const entries = proofs.flatMap(({ key, method }) =>
    AUTHENTICATOR_TABLE.filter((entry) => entry.key === key && entry.method === method),
  )
  const classes = new Set(entries.flatMap((entry) => entry.classes))
  return [...new Set([...entries.flatMap(referencesOf), ...(classes.size > 1 ? ['mfa'] : [])])]
}

const isKnowledge = ({ key, method }: ProvenMethod) =>
  methodsOf(key).some((entry) => entry.method === method && entry.classes.every((factor) => factor === 'knowledge'))

/** Those of some proofs that go beyond what somebody knows. */
export const heldProofs = (proofs: readonly Proof[]): Proof[] => proofs.filter((proof) => !isKnowledge(proof))
