import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { KeyOwnerKind } from '#contract/credentials/key-owners.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** A key pair with its certificate. INVARIANT: the file has the private key only encrypted; no reply, event or log line has it. */
class SigningKey extends Model<InferAttributes<SigningKey>, InferCreationAttributes<SigningKey>> {
  declare ownerId: string
  declare kid: string
  declare ownerKind: KeyOwnerKind
  /** Modulus and exponent of the public key, base64url. */
  declare n: string
  declare e: string
  /** DER as base64. */
  declare certificate: string
  /** SHA-256 of the certificate, base64url. */
  declare fingerprint: string
  /** PKCS #8 as base64, encrypted for `signingKeyPurpose`; null for a certificate from elsewhere. */
  declare privateKey: CreationOptional<string | null>
  declare created: string
  declare lastUpdated: string
  declare expiresAt: string
}

export type SigningKeyRecord = RecordOf<SigningKey>

export const signingKeys = defineTable(
  SigningKey,
  {
    ownerId: key(),
    kid: key(),
    ownerKind: TEXT,
    n: TEXT,
    e: TEXT,
    certificate: TEXT,
    fingerprint: TEXT,
    privateKey: TEXT,
    created: TEXT,
    lastUpdated: TEXT,
    expiresAt: TEXT,
  },
  { table: 'signing_keys' },
)

/** A certificate request. After its certificate is published it is hidden, and only rejects a second publication. */
class CertificateRequest extends Model<
  InferAttributes<CertificateRequest>,
  InferCreationAttributes<CertificateRequest>
> {
  declare id: string
  declare ownerKind: KeyOwnerKind
  declare ownerId: string
  /** DER as base64. */
  declare csr: string
  declare n: string
  declare e: string
  /** Encrypted; null after it has moved to the key. */
  declare privateKey: CreationOptional<string | null>
  /** The key that was made from it. */
  declare publishedKid: CreationOptional<string | null>
  declare created: string
}

export type CertificateRequestRecord = RecordOf<CertificateRequest>

export const certificateRequests = defineTable(
  CertificateRequest,
  {
    id: key(),
    ownerKind: TEXT,
    ownerId: TEXT,
    csr: TEXT,
    n: TEXT,
    e: TEXT,
    privateKey: TEXT,
    publishedKid: TEXT,
    created: TEXT,
  },
  { table: 'certificate_requests' },
)
