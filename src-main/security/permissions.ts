import type { Session } from 'electron'

/** Every permission that Electron knows: with a new version, the table below stops compiling until it has been decided. */
type Permission = Parameters<NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>>[1]

interface Decision {
  allow: boolean
  reason: string
}

const no = (reason: string): Decision => ({ allow: false, reason })
const noDevice = no('no device is used')
const noEmbedding = no('no third party is embedded')
const noNetwork = no('the page speaks to its own origin only')
const noBackground = no('nothing of the page runs when its window does not')
const noPlace = no('locations are typed into a simulated context, never measured')

/** What the page may ask of Chromium. */
export const PERMISSIONS: Readonly<Record<Permission, Decision>> = {
  'clipboard-sanitized-write': { allow: true, reason: 'identifiers, JSON and curl commands are copied by a button' },
  'clipboard-read': no('pasting goes through the keyboard, which needs no permission'),
  'deprecated-sync-clipboard-read': no('pasting goes through the keyboard, which needs no permission'),
  fileSystem: no('files are chosen in dialogs of the main process'),
  fullscreen: no('full screen belongs to the window’s menu'),
  'automatic-fullscreen': no('full screen belongs to the window’s menu'),
  'window-management': no('one window, placed by the main process'),
  notifications: no('nothing happens while the window is away that could not wait'),
  openExternal: no('links leave through the one door, which checks them'),
  'persistent-storage': no('the workspace file is the only store'),
  keyboardLock: no('the system’s keys stay the system’s'),
  pointerLock: no('the pointer stays free'),
  'idle-detection': no('no one is watched'),
  'screen-wake-lock': no('nothing here needs the screen awake'),
  'system-wake-lock': no('nothing here needs the machine awake'),
  'display-capture': no('nothing is recorded'),
  'captured-surface-control': no('nothing is recorded'),
  media: no('no camera and no microphone'),
  mediaKeySystem: no('no protected media'),
  'speaker-selection': no('no sound'),
  'local-fonts': no('the system’s interface font is enough'),
  'payment-handler': no('nothing is sold'),
  'web-app-installation': no('it is installed already'),
  'web-printing': no('printing goes through the system’s dialog'),
  geolocation: noPlace,
  'geolocation-approximate': noPlace,
  'background-fetch': noBackground,
  'background-sync': noBackground,
  'periodic-background-sync': noBackground,
  'local-network': noNetwork,
  'local-network-access': noNetwork,
  'loopback-network': noNetwork,
  'storage-access': noEmbedding,
  'top-level-storage-access': noEmbedding,
  ar: noDevice,
  'hand-tracking': noDevice,
  hid: noDevice,
  midi: noDevice,
  midiSysex: noDevice,
  nfc: noDevice,
  sensors: noDevice,
  serial: noDevice,
  'smart-card': noDevice,
  usb: noDevice,
  vr: noDevice,
  unknown: no('what has no name gets no permission'),
}

/** Whether a page gets a permission: only the program's own origin gets any, and all others are denied. */
export function isPermitted(permission: string, ownOrigin: boolean): boolean {
  return ownOrigin && Object.hasOwn(PERMISSIONS, permission) && PERMISSIONS[permission as Permission].allow
}
