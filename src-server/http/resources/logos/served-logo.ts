import type { Reader } from '#db/connection.ts'
import { requireLogo } from '#operations/logos/logos.ts'

/** Another picture has another address. */
const FOREVER = 'private, max-age=31536000, immutable'

/** The reply that serves an uploaded logo. @throws ApiError E0000008 where there is none of the id, or another one by now */
export async function serveLogo(reader: Reader, logoId: string) {
  const { type, data } = await requireLogo(reader, logoId)
  return { body: { type, data }, headers: { 'Cache-Control': FOREVER } }
}
