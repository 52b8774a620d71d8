import type { z } from 'zod'

/**
 * Content types that a request's body may have, and how it is read: parsed as JSON or as a form and checked by the
 * route's schema, or handed to the handler as a stream, or as the one file of a form, in its field `file`. A route with `*` takes any type, encoding and length.
 */
export const REQUEST_TYPES = {
  'application/json': 'json',
  'application/x-www-form-urlencoded': 'form',
  'multipart/form-data': 'file',
  'application/x-ndjson': 'stream',
  'application/octet-stream': 'stream',
  'application/pkcs10': 'stream',
  'application/x-pem-file': 'stream',
  'application/x-x509-ca-cert': 'stream',
  'application/pkix-cert': 'stream',
  '*': 'stream',
} as const
export type RequestType = keyof typeof REQUEST_TYPES

/** Content types of replies other than JSON from a schema, without parameters such as `charset`. */
type ResponseType =
  | 'application/json'
  | 'application/x-ndjson'
  | 'application/x-pem-file'
  | 'application/pkcs10'
  | 'application/xml'
  | 'text/xml'
  | 'text/csv'
  | 'text/html'
  | 'text/css'
  | 'text/javascript'
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'

/** Declares a reply that is no JSON from a schema: a file, a page or a stream of one of these types. */
export interface MediaResponse {
  readonly media: readonly ResponseType[]
  /** Where the reply may be JSON as well, by what the request accepts. */
  readonly json?: z.ZodType
}

/** Whether a reply is declared to be something else than JSON from a schema. */
export function isMedia(definition: z.ZodType | MediaResponse | null | undefined): definition is MediaResponse {
  return definition !== null && definition !== undefined && 'media' in definition
}

/** Declares a reply of one of several content types. */
export function media(...types: readonly ResponseType[]): MediaResponse {
  return { media: types }
}

/** Declares a reply that is JSON from a schema or, where the request asks for it, one of several content types. */
export function jsonOr<const Schema extends z.ZodType>(json: Schema, ...types: readonly ResponseType[]) {
  return { media: types, json } as const satisfies MediaResponse
}

/** What a handler gives where the route declares {@link MediaResponse}. */
export interface MediaBody {
  /** The whole `Content-Type`, such as `text/csv; charset=utf-8`. */
  readonly type: string
  /** A function is called only when the body is sent, which a HEAD request does not ask for. */
  readonly data: string | Uint8Array | (() => AsyncIterable<Uint8Array>)
  /** Bytes; needed where `data` is a function and the length is known. */
  readonly length?: number
}

/** A `Content-Type` without its parameters, in lower case. */
export function essenceOf(contentType: string): string {
  return (contentType.split(';')[0] as string).trim().toLowerCase()
}
