import type { CertificateRequest, SigningKey } from '#contract/credentials/signing-key.ts'
import type { CertificateRequestRecord, SigningKeyRecord } from '#db/tables/signing-keys.ts'
import { link } from '../links.ts'

const LINE = /.{76}(?=.)/g

/** A key as the wire shows it, its certificate in lines (spec/5 §8.7). */
export function presentKey(row: SigningKeyRecord): SigningKey {
  return {
    kty: 'RSA',
    created: row.created,
    lastUpdated: row.lastUpdated,
    expiresAt: row.expiresAt,
    kid: row.kid,
    use: 'sig',
    x5c: [row.certificate.replaceAll(LINE, '$&\n')],
    'x5t#S256': row.fingerprint,
    e: row.e,
    n: row.n,
  }
}

/** A request for a certificate (spec/2 "CSR"). @param self its own address */
export function presentRequest({ id, created, csr }: CertificateRequestRecord, self: string): CertificateRequest {
  return {
    ...{ id, created, csr },
    kty: 'RSA',
    _links: { publish: link(`${self}/lifecycle/publish`, 'POST'), self: link(self, 'GET', 'DELETE') },
  }
}
