import { z } from 'zod'
import { lineSchema, linksSchema, timestampSchema, wholeNumberSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'

/** The public half of a key with which an application or a provider signs, in the order of spec/5 §8.7. */
export const signingKeySchema = z
  .object({
    kty: z.literal('RSA'),
    created: timestampSchema,
    lastUpdated: timestampSchema,
    expiresAt: timestampSchema,
    kid: z.string(),
    use: z.literal('sig'),
    x5c: z.array(z.string()).meta({ description: 'The certificate, DER as base64 in lines' }),
    'x5t#S256': z.string(),
    e: z.string(),
    n: z.string(),
  })
  .meta({ id: 'SigningKey' })
export type SigningKey = z.output<typeof signingKeySchema>

/** Years for which a key that is made is valid. */
export const validityYearsSchema = wholeNumberSchema(LIMITS.validityYears.min, LIMITS.validityYears.max)
  .optional()
  .meta({ description: 'Years; 10 where nothing is said' })

/** A request for a certificate (spec/2 "CSR"), in the order of spec/5 §8.7. */
export const certificateRequestSchema = z
  .object({
    id: z.string(),
    created: timestampSchema,
    csr: z.string().meta({ description: 'DER as base64' }),
    kty: z.literal('RSA'),
    _links: linksSchema,
  })
  .meta({ id: 'CertificateSigningRequest' })
export type CertificateRequest = z.output<typeof certificateRequestSchema>

const part = (max: number) => lineSchema().trim().min(1).max(max).optional()

/** A name as certificates hold it: letters, digits, hyphens, dots; the first part may be an asterisk. */
const DNS_NAME = /^(\*\.)?[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*$/

/** Whose certificate is asked for (spec/4 §2.3); the bounds are those of X.520. */
export const certificateRequestWriteSchema = z
  .object({
    subject: z
      .object({
        countryName: z
          .string()
          .regex(/^[A-Za-z]{2}$/, 'must be the two letters of a country')
          .optional(),
        stateOrProvinceName: part(128),
        localityName: part(128),
        organizationName: part(64),
        organizationalUnitName: part(64),
        commonName: part(64),
      })
      .refine((subject) => Object.values(subject).some((value) => value !== undefined), 'must not be empty'),
    subjectAltNames: z
      .object({
        dnsNames: z
          .array(z.string().max(253).regex(DNS_NAME, 'must be a name of the DNS'))
          .max(LIMITS.dnsNames)
          .optional(),
      })
      .optional(),
  })
  .meta({ id: 'CertificateSigningRequestWrite' })
export type CertificateRequestWrite = z.output<typeof certificateRequestWriteSchema>
