import { format } from 'date-fns'
import type { TrustKey } from '#contract/credentials/trust-key.ts'
import { api } from '#ui/api/client.ts'
import { pemOf, shortOf } from '#ui/resource/credentials/certificate-files.ts'
import { saveText } from '#ui/lib/save-file.ts'

/** Adds a certificate. @param base64 DER @returns its name @throws ApiError */
export async function addCertificate(base64: string): Promise<string> {
  return (await api.call('createIdentityProviderKey', { body: { x5c: [base64] } })).kid
}

/** Whether a certificate is not valid any more. */
export const isOver = ({ expiresAt }: Pick<TrustKey, 'expiresAt'>): boolean => Date.parse(expiresAt) <= Date.now()

/** A certificate in a list of choices. */
export const certificateLabel = (key: TrustKey): string =>
  `${shortOf(key.kid)} · ${isOver(key) ? 'expired' : 'valid until'} ${format(new Date(key.expiresAt), 'd MMM yyyy')}`

/** Saves a certificate as PEM. */
export const saveCertificate = ({ kid, x5c: [certificate = ''] }: TrustKey): void =>
  saveText(`${shortOf(kid)}.pem`, pemOf('CERTIFICATE', certificate))
