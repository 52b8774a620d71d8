import { z } from 'zod'
import { KIND_LIST, KINDS, type PrefixedKind } from '../kinds.ts'

export type IdKind = PrefixedKind

/** Prefix of each kind's identifiers (spec/4 §1.5). The rest is base-62; 20 characters in all. */
export const ID_PREFIX = Object.fromEntries(
  KIND_LIST.flatMap(({ name, idPrefix }) => (idPrefix === null ? [] : [[name, idPrefix]])),
) as { readonly [Kind in IdKind]: (typeof KINDS)[Kind]['idPrefix'] }

export const ID_LENGTH = 20

/** Whether a text has the form of the kind's identifiers. */
export function isId(kind: IdKind, text: string): boolean {
  const { idPrefix, formerIdPrefix = idPrefix }: { idPrefix: string; formerIdPrefix?: string } = KINDS[kind]
  const begins = text.startsWith(idPrefix) || text.startsWith(formerIdPrefix)
  return begins && text.length === ID_LENGTH && /^[0-9A-Za-z]+$/.test(text)
}

/**
 * An identifier that refers to something. Its form is not checked beyond length: whether it exists is the
 * operation's question, and clients may hold identifiers from elsewhere.
 */
export const idSchema = z.string().min(1).max(100).meta({ description: 'Identifier' })
