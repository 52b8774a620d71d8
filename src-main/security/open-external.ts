import { shell } from 'electron'
import { isSafeExternalUrl } from './external-url.ts'

/**
 * The one door to the system's browser.
 * @returns false when the address was refused.
 */
export async function openExternal(url: string, servicePort: number | null): Promise<boolean> {
  if (!isSafeExternalUrl(url, servicePort)) return false
  // Normalised, so that what was checked is what is opened.
  await shell.openExternal(new URL(url).href)
  return true
}
