import { safeStorage } from 'electron'
import type { KeyStore } from '../host/secret-key.ts'

/**
 * The operating system's key store. On Linux without a keyring Electron would seal with a password that everybody knows: that is
 * no store.
 */
export const keyStore: KeyStore = {
  isAvailable: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())),
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(sealed),
}
