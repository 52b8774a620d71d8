import type { SettingKey } from '../service/setting-schemas.ts'

/** Whether a draft has a setting of its workspace: not what is about the log, the clock or the file of that. */
const SETTINGS = {
  administrator: true,
  backups: false,
  clientPrivileges: true,
  clock: false,
  communication: true,
  developer: true,
  draftBase: false,
  engine: true,
  hookEventsSent: false,
  hookReceiver: false,
  lastBackup: false,
  logConcern: false,
  logRetention: false,
  logSigningKeys: false,
  logValuesForgotten: false,
  organization: true,
  owner: true,
  preferences: true,
  rateLimits: true,
  sampleLoaded: true,
  selfService: true,
  signIn: true,
  supportAccess: true,
  thirdPartyAdmin: true,
  vocabulary: true,
} as const satisfies Record<SettingKey, boolean>

/** The settings that a draft begins without. */
export const FORGOTTEN_SETTINGS = (Object.keys(SETTINGS) as SettingKey[]).filter((key) => !SETTINGS[key])
