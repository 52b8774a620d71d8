import { z } from 'zod'
import { jsonOr } from '../interface/content-types.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { NO_SELF } from '../interface/list-links.ts'
import {
  certificateRequestSchema,
  certificateRequestWriteSchema,
  signingKeySchema,
  validityYearsSchema,
} from './signing-key.ts'

/** What the owner's collection says of its operations, see `collection`. */
interface Owner<Reading, Managing, Params extends z.ZodRawShape> {
  readonly reading: Reading
  readonly managing: Managing
  /** The path of one owner. */
  readonly one: string
  readonly params: z.ZodObject<Params>
}

const kidSchema = z.string().min(1).max(255).meta({ description: 'Name of a key' })
const PKCS10 = 'application/pkcs10'

/**
 * The declarations of keys and of requests for certificates below an owner: applications and identity providers have the same
 * (spec/2 "Applications", spec/5 §8.7, §9).
 */
export function keyOperations<Reading, Managing, Params extends z.ZodRawShape>({
  reading,
  managing,
  one,
  params,
}: Owner<Reading, Managing, Params>) {
  const [keys, csrs] = [`${one}/credentials/keys`, `${one}/credentials/csrs`]
  const ofKey = params.extend({ kid: kidSchema })
  const ofRequest = params.extend({ csrId: idSchema })
  const request = jsonOr(certificateRequestSchema, PKCS10)
  return {
    list: {
      ...reading,
      method: 'GET',
      path: keys,
      links: NO_SELF,
      params,
      responses: { 200: z.array(signingKeySchema) },
    },
    get: { ...reading, method: 'GET', path: `${keys}/{kid}`, params: ofKey, responses: { 200: signingKeySchema } },
    generate: {
      ...managing,
      method: 'POST',
      path: `${keys}/generate`,
      description: 'What signs stays the same until another key is chosen.',
      params,
      query: z.object({ validityYears: validityYearsSchema }),
      responses: { 201: signingKeySchema },
    },
    clone: {
      ...managing,
      method: 'POST',
      path: `${keys}/{kid}/clone`,
      params: ofKey,
      responses: { 201: signingKeySchema },
      errors: ['E0000096'],
    },
    listRequests: {
      ...reading,
      method: 'GET',
      path: csrs,
      links: NO_SELF,
      params,
      responses: { 200: z.array(certificateRequestSchema) },
    },
    request: {
      ...managing,
      method: 'POST',
      path: csrs,
      description: `With \`Accept: ${PKCS10}\` the answer is the request itself, DER as base64.`,
      params,
      body: certificateRequestWriteSchema,
      responses: { 201: request },
    },
    getRequest: {
      ...reading,
      method: 'GET',
      path: `${csrs}/{csrId}`,
      description: `With \`Accept: ${PKCS10}\` the answer is the request itself, DER as base64.`,
      params: ofRequest,
      responses: { 200: request },
    },
    removeRequest: {
      ...managing,
      method: 'DELETE',
      path: `${csrs}/{csrId}`,
      params: ofRequest,
      responses: { 204: null },
    },
    publish: {
      ...managing,
      method: 'POST',
      path: `${csrs}/{csrId}/lifecycle/publish`,
      description:
        'The body is the certificate: PEM, base64 or DER. It has to be for the key of the request, and valid now and for 90 days more.',
      params: ofRequest,
      consumes: 'application/x-pem-file',
      alsoConsumes: ['application/pkix-cert', 'application/x-x509-ca-cert'],
      maxBytes: LIMITS.certificateBytes,
      responses: { 201: signingKeySchema },
      errors: ['E0000096'],
    },
  } as const
}
