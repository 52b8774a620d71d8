import { parse } from '@hapi/bourne'
import { ExchangeFailure } from './exchange-failure.ts'
import { depthScan } from './json-depth-scan.ts'

/** What is read of an answer at the most. */
export interface ReplyBounds {
  replyBytes: number
  replyDepth: number
}

const MEBIBYTE = 1_048_576
const decoder = () => new TextDecoder('utf-8', { fatal: true })

/**
 * Reads JSON, as much as may be.
 * @param onBytes told how many bytes each part has
 * @returns undefined for an empty body
 * @throws ExchangeFailure TOO_LONG, TOO_DEEP, NOT_JSON
 */
export async function readJson(
  body: AsyncIterable<Uint8Array>,
  { replyBytes, replyDepth }: ReplyBounds,
  onBytes: (count: number) => void,
): Promise<unknown> {
  const chunks: Uint8Array[] = []
  const isTooDeep = depthScan(replyDepth)
  let size = 0
  for await (const chunk of body) {
    onBytes(chunk.length)
    size += chunk.length
    if (size > replyBytes) throw new ExchangeFailure('TOO_LONG', `answered with more than ${replyBytes / MEBIBYTE} MiB`)
    if (isTooDeep(chunk))
      throw new ExchangeFailure('TOO_DEEP', `answered with JSON that is nested more than ${replyDepth} times`)
    chunks.push(chunk)
  }
  return size === 0 ? undefined : parsed(Buffer.concat(chunks))
}

function parsed(bytes: Uint8Array): unknown {
  try {
    // WHY not as they are: keys such as `__proto__` would change what objects are, once they are copied.
    return parse(decoder().decode(bytes), { protoAction: 'remove' })
  } catch {
    throw new ExchangeFailure('NOT_JSON', 'answered with something that is not JSON')
  }
}
