import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'

/** A public key that a client may have. */
export const PUBLIC_KEY = {
  kid: 'one',
  kty: 'RSA' as const,
  alg: 'RS256',
  use: 'sig' as const,
  e: 'AQAB',
  n: 'ySMJtirZOlVFPiYwYNx3HGTmA2Z4q6W7lRaaR1_PCih-jaPSsUG-0APEt18PrI5xEcWm4jfp3kvZmf46D-xKTWNBXdQRRzYgGHOXT0Zv9Nu1mLUufJwjiFFt2v-VsRZ_45an5aemuW0Z_aFAP_lpPD9vtWfayutDJ5fjN92_07x3bD-qJMtMFLKsa0lQjMYI740aNwFCCzMAf2cJLUYRj5Py08BvUCZzOWtYsdXcs7DvCJcVKS47GJvzPCRsz4X18mwUFbjz1wJ8w1CYeBRWbGI0r9l7yvCx55gD6aa6zapTnzheOk9DmoGjPqDJ3FZqllxPB2WJRtAZD1y7MdQ60w',
}

/** Another key of so many bits, which is slow to make. @param kid null: without one */
export function rsaKey(kid: string | null, bits = 2_048) {
  const { e, n } = generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ format: 'jwk' }) as JsonWebKey
  return { kid, kty: 'RSA' as const, e: e ?? '', n: n ?? '' }
}

/** Another key on a curve. @param kid null: without one */
export function curveKey(kid: string | null, namedCurve = 'P-256') {
  const { x, y, crv } = generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }) as JsonWebKey
  return { kid, kty: 'EC' as const, x: x ?? '', y: y ?? '', crv: crv as 'P-256' }
}
