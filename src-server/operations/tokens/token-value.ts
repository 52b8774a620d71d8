import { hash } from 'node:crypto'
import { randomText } from '#db/ids.ts'

/** What is stored of a token: SHA-256 in hexadecimal. */
export function hashToken(value: string): string {
  return hash('sha256', value)
}

/** A new token's value: 42 characters, as clients of the interface expect. */
export function newTokenValue(): string {
  return `00${randomText(40)}`
}
