import { randomUUID } from 'node:crypto'

const actor = {
  id: '00uwholewholewhole00',
  type: 'User',
  alternateId: 'whole@example.test',
  displayName: 'Whole',
  detailEntry: { methodTypeUsed: 'Password' },
}
const geographicalContext = {
  geolocation: { lat: 51.9, lon: 4.5 },
  city: 'Rotterdam',
  state: 'Zuid-Holland',
  country: 'Netherlands',
  postalCode: '3011',
}

/** An event of another instance that has every field of spec/3 "LogEvent"; uuid and moment are given. */
export const wholeEvent = (published: string) => ({
  uuid: randomUUID(),
  published,
  eventType: 'user.session.start',
  version: '0',
  severity: 'INFO',
  legacyEventType: 'core.user_auth.login_success',
  displayMessage: 'User signed in',
  actor,
  client: {
    id: '0oawholewholewhole00',
    userAgent: { browser: 'CHROME', os: 'Windows 11', rawUserAgent: 'Agent/1.0' },
    geographicalContext,
    zone: 'Headquarters',
    ipAddress: '198.51.100.7',
    device: 'Computer',
  },
  device: {
    id: 'guowholewholewhole00',
    name: 'Laptop 7',
    os_platform: 'WINDOWS',
    os_version: '11',
    managed: true,
    registered: true,
    device_integrator: { vendor: 'None' },
    disk_encryption_type: 'FULL',
    screen_lock_type: 'PASSCODE',
    jailbreak: false,
    secure_hardware_present: true,
  },
  request: { ipChain: [{ ip: '198.51.100.7', geographicalContext, version: 'V4', source: 'Proxy' }] },
  outcome: { result: 'SUCCESS', reason: 'All was well' },
  target: [{ ...actor, changeDetails: { from: { colour: 'green' }, to: { colour: 'blue' } } }],
  transaction: { type: 'WEB', id: 'WholeTransaction', detail: { requestApiTokenId: '00Twholewholewhole00' } },
  debugContext: { debugData: { behaviors: 'none' } },
  authenticationContext: {
    authenticationProvider: 'FACTOR_PROVIDER',
    authenticationStep: 0,
    credentialProvider: 'SVC_CREDENTIAL_PROVIDER',
    credentialType: 'OTP',
    issuer: { id: 'auswholewholewhole00', type: 'SVC' },
    externalSessionId: 'trsWhole',
    interface: 'Another one',
  },
  securityContext: { asNumber: 64_500, asOrg: 'Example', isp: 'Example', domain: 'example.test', isProxy: false },
})
