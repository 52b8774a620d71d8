/** Characters after an id that make it as long as 32 bytes are. */
const FILLER = '.first-key..'

/**
 * The name of the key that an owner has from the start. WHY made of its id: it can be told before the key is made, which is when it is
 * first asked for; so making thousands of applications costs no time, and those of older files need no step of their own.
 */
export function firstKidOf(ownerId: string): string {
  return Buffer.from(`${ownerId}${FILLER}`).toString('base64url')
}

/** The owner whose first key has this name; null for the name of another key. */
export function ownerOfFirstKid(kid: string): string | null {
  const plain = Buffer.from(kid, 'base64url').toString('latin1')
  return plain.endsWith(FILLER) ? plain.slice(0, -FILLER.length) : null
}
