import { createHash } from 'node:crypto'

export const BUNDLE_FORMAT = 'gatehouse-audit-bundle'
export const BUNDLE_VERSION = 1

/** What was found about the log, and not accepted until it was exported. */
export interface BundleConcern {
  kind: string
  /** ISO 8601. */
  found: string
  message: string
}

/**
 * The first line of a signed bundle. A line for each event follows, `{"n":1,"event":{…},"hash":"…"}`, counted from
 * 1, and at the end `{"count":1,"hash":"…","signature":"…"}`.
 */
export interface BundleHead {
  format: typeof BUNDLE_FORMAT
  version: number
  workspace: { id: string; name: string }
  /** What was asked of the log; an absent bound is none. */
  query: { since?: string; until?: string; filter?: string; q?: readonly string[] }
  /** ISO 8601. */
  exported: string
  /** Why the log waited for a person then; absent in bundles of earlier versions, which do not tell. */
  concerns?: readonly BundleConcern[]
  /** PEM, SubjectPublicKeyInfo, of the Ed25519 key that signs the end. */
  publicKey: string
  /** SHA-256 of the key's DER form, hexadecimal. */
  fingerprint: string
}

/** The hash that the chain begins with. @param text of the head without its own hash */
export function hashOfHead(text: string): string {
  return sha256(`${BUNDLE_FORMAT}/${BUNDLE_VERSION} head\n`, text)
}

/** The hash of an event's line: of the hash before, as 32 bytes, and of the event exactly as written there. */
export function hashOfEvent(before: string, text: string): string {
  return sha256(Buffer.from(before, 'hex'), text)
}

/** The signed text, with a prefix so that no other signature of the key, or of another version, fits it. */
export function signedMessage(count: number, hash: string): Buffer {
  return Buffer.from(`${BUNDLE_FORMAT}/${BUNDLE_VERSION} end\n${count}\n${hash}\n`)
}

/** The head with its hash as the last field. */
export const headLine = (text: string, hash: string) => `${text.slice(0, -1)},"hash":"${hash}"}`
export const eventLine = (n: number, text: string, hash: string) => `{"n":${n},"event":${text},"hash":"${hash}"}`
export const endLine = (count: number, hash: string, signature: Uint8Array) =>
  `{"count":${count},"hash":"${hash}","signature":"${Buffer.from(signature).toString('base64')}"}`

export const HEAD_LINE = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/s
export const EVENT_LINE = /^\{"n":(\d{1,15}),"event":(\{.*\}),"hash":"([0-9a-f]{64})"\}$/s
export const END_LINE = /^\{"count":(\d{1,15}),"hash":"([0-9a-f]{64})","signature":"([A-Za-z0-9+/]{86}==)"\}$/s

function sha256(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
