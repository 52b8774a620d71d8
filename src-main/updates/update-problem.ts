const UNREACHABLE = 'The update feed cannot be reached.'
const UNREADABLE = 'The update feed has no readable release for this system.'

/** electron-updater's and the network's codes, in sentences for the person. */
const PROBLEMS: Readonly<Record<string, string>> = {
  ERR_CHECKSUM_MISMATCH: 'The download is not what the feed announced, and was discarded.',
  ERR_UPDATER_NO_CHECKSUM: 'The feed gives no checksum for the download, so it is not used.',
  ERR_UPDATER_INVALID_SIGNATURE: 'The download is not signed by the publisher of this program, and was discarded.',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: UNREADABLE,
  ERR_UPDATER_INVALID_UPDATE_INFO: UNREADABLE,
  ERR_UPDATER_INVALID_VERSION: UNREADABLE,
  ERR_UPDATER_NO_FILES_PROVIDED: UNREADABLE,
  ERR_UPDATER_ASSET_NOT_FOUND: UNREADABLE,
  ECONNREFUSED: UNREACHABLE,
  ECONNRESET: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EAI_AGAIN: UNREACHABLE,
}

/** One sentence about what went wrong; everything else is in the log. */
export function updateProblem(error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const known = PROBLEMS[code]
  if (known) return known
  // Chromium's network gives its codes in the text; a status that is no success is an HttpError.
  if (/^net::ERR_/.test(message) || /^HTTP_ERROR_/.test(code)) return UNREACHABLE
  return 'The update could not be read; the program’s log says more.'
}
