const SEXTETS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const MOST_BITS = 256

/** Bits of a number that is written as base64url, without zeros in front. */
export function bitsOf(text: string): number {
  const zeros = /^A*/.exec(text)?.[0].length ?? 0
  const first = SEXTETS.indexOf(text[zeros] ?? 'A')
  return Math.max(0, (text.length - zeros) * 6 - (first === 0 ? 6 : Math.clz32(first) - 26) - unusedBits(text))
}

/** Those at the end that belong to no byte. */
const unusedBits = (text: string) => (text.length * 6) % 8

const isOdd = (text: string) => ((SEXTETS.indexOf(text.at(-1) ?? 'A') >> unusedBits(text)) & 1) === 1

/** What an exponent of RSA has to be (RFC 8017 §3.1; the upper bound is that of FIPS 186-5), as refusals say it. */
export const EXPONENT_RULE = `must be an odd number from 3 on, of at most ${MOST_BITS} bits`

/**
 * Whether a number may be the exponent of a public key of RSA. WHY: with 1 each message is its own signature, an even one belongs to no
 * private key, and a huge one makes each check of a signature take long.
 * @param e base64url
 */
export function isSoundExponent(e: string): boolean {
  const bits = bitsOf(e)
  return bits >= 2 && bits <= MOST_BITS && isOdd(e)
}
