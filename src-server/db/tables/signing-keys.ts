import { Model, type CreationOptional, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import type { KeyOwnerKind } from '#contract/credentials/key-owners.ts'
import { defineTable, key, TEXT, type RecordOf } from './table.ts'

/** A key of two halves with its certificate. INVARIANT: the private half is in the file only sealed, and in no reply, event or line of the log. */
class SigningKey extends Model<InferAttributes<SigningKey>, InferCreationAttributes<SigningKey>> {
  declare ownerId: string
  declare kid: string
  declare ownerKind: KeyOwnerKind
  /** Modulus and exponent of the public half, base64url. */
  declare n: string
  declare e: string
  /** DER as base64. */
  declare certificate: string
  /** SHA-256 of the certificate, base64url. */
  declare fingerprint: string
  /** PKCS #8 as base64, sealed for `signingKeyPurpose`; null for a certificate that came from elsewhere. */
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

/** A request for a certificate. Once its certificate is published it is seen no more, and only says so to who publishes again. */
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
  /** Sealed; null once it is the key's. */
  declare privateKey: CreationOptional<string | null>
  /** The key that was made of it. */
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
