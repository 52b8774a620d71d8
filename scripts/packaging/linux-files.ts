import { LINK_SCHEME } from '../../src-main/ipc/channels.ts'
import { FILE_TYPE, PROGRAM } from './metadata.ts'

/**
 * Keys of the desktop entry that packaging tools do not write themselves (Desktop Entry Specification 1.5); `Exec`,
 * `Icon`, `Categories`, `Comment` and `MimeType` are theirs.
 */
export const DESKTOP_KEYS: Readonly<Record<string, string>> = {
  GenericName: PROGRAM.genericName,
  Keywords: `${PROGRAM.keywords.join(';')};`,
  StartupNotify: 'true',
  // As Electron names its windows: by `desktopName` of package.json.
  StartupWMClass: PROGRAM.name,
}

/** The whole desktop entry of an installed package. */
export function desktopEntry(): string {
  const keys = {
    Type: 'Application',
    Name: PROGRAM.productName,
    Comment: PROGRAM.description,
    // An address, not a path, for links into the program; files come as `file:` addresses or as paths.
    Exec: `${PROGRAM.name} %u`,
    Icon: PROGRAM.name,
    Terminal: 'false',
    Categories: `${PROGRAM.categories.join(';')};`,
    MimeType: `${FILE_TYPE.mimeType};x-scheme-handler/${LINK_SCHEME};`,
    ...DESKTOP_KEYS,
  }
  const lines = Object.entries(keys).map(([key, value]) => `${key}=${value}`)
  return `[Desktop Entry]\n${lines.join('\n')}\n`
}

/** The workspace file's type for the shared MIME database (Shared MIME-info Specification 0.21). */
export function mimePackage(): string {
  const { mimeType, parentMimeType, description, extension } = FILE_TYPE
  return `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${mimeType}">
    <comment>${description}</comment>
    <sub-class-of type="${parentMimeType}"/>
    <glob pattern="*.${extension}"/>
    <icon name="${PROGRAM.name}"/>
  </mime-type>
</mime-info>
`
}
