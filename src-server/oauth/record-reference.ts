import { createHmac, timingSafeEqual } from 'node:crypto'

const PREFIX = 'record.'

const seal = (runKey: Uint8Array, id: string) =>
  createHmac('sha256', runKey).update(`oauth record ${id}`).digest('base64url')

/**
 * A reference to a record whose value is unknown, because the file has only its hash: the library
 * finds a device code by what the person typed, and then writes it. WHY sealed: the id of a record, which the file shows, must not do in
 * place of the value.
 */
export const referenceTo = (runKey: Uint8Array, id: string): string => `${PREFIX}${id}.${seal(runKey, id)}`

/** The record that a reference of this run stands for; null for any other text. */
export function idInReference(runKey: Uint8Array, value: string): string | null {
  if (!value.startsWith(PREFIX)) return null
  const [id = '', given = ''] = value.slice(PREFIX.length).split('.')
  const [a, b] = [Buffer.from(given), Buffer.from(seal(runKey, id))]
  return a.length === b.length && timingSafeEqual(a, b) ? id : null
}
