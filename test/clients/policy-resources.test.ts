import okta, { type Client } from '@okta/okta-sdk-nodejs'
import { beforeAll, describe, expect, it } from 'vitest'
import { all, idOf, sent, startSdk } from './sdk.ts'

let client: Client
beforeAll(async () => {
  ;({ client } = await startSdk())
})

describe('through the client library, zones', () => {
  it('are made, listed by pages, sent back as they were read, switched off and deleted', async () => {
    const { networkZoneApi } = client
    const gateways = [{ type: 'CIDR', value: '192.0.2.0/24' }]
    const zone = sent<okta.NetworkZone>({ type: 'IP', name: 'Office', usage: 'POLICY', gateways })
    const made = await networkZoneApi.createNetworkZone({ zone })
    expect(made).toBeInstanceOf(okta.IPNetworkZone)
    expect(made).toMatchObject({ gateways, status: 'ACTIVE' })
    const zones = await all(networkZoneApi.listNetworkZones({ limit: 1 }))
    expect(zones.map(idOf)).toContain(idOf(made))
    for (const one of zones) {
      const same = await networkZoneApi.replaceNetworkZone({ zoneId: idOf(one), zone: one })
      expect({ ...same, lastUpdated: null }).toEqual({ ...one, lastUpdated: null })
    }
    const zoneId = idOf(made)
    expect((await networkZoneApi.deactivateNetworkZone({ zoneId })).status).toBe('INACTIVE')
    await networkZoneApi.deleteNetworkZone({ zoneId })
    await expect(networkZoneApi.getNetworkZone({ zoneId })).rejects.toMatchObject({ status: 404 })
  })
})

describe('through the client library, authenticators', () => {
  const CLASSES = {
    okta_password: okta.AuthenticatorKeyPassword,
    okta_email: okta.AuthenticatorKeyEmail,
    okta_verify: okta.AuthenticatorKeyOktaVerify,
    phone_number: okta.AuthenticatorKeyPhone,
    security_question: okta.AuthenticatorKeySecurityQuestion,
    webauthn: okta.AuthenticatorKeyWebauthn,
  }

  it('are read as what they are, with their methods, and sent back as they were read', async () => {
    const { authenticatorApi } = client
    const authenticators = await all(authenticatorApi.listAuthenticators())
    expect(authenticators.map(({ key }) => String(key)).sort()).toEqual(Object.keys(CLASSES).sort())
    for (const authenticator of authenticators) {
      const authenticatorId = idOf(authenticator)
      expect(authenticator).toBeInstanceOf(CLASSES[authenticator.key as keyof typeof CLASSES])
      const same = await authenticatorApi.replaceAuthenticator({ authenticatorId, authenticator })
      expect({ ...same, lastUpdated: null }).toEqual({ ...authenticator, lastUpdated: null })
      for (const method of await all(authenticatorApi.listAuthenticatorMethods({ authenticatorId })))
        expect(method).toBeInstanceOf(okta.AuthenticatorMethodBase)
    }
  })

  it('are added, and their methods are switched off one by one', async () => {
    const { authenticatorApi } = client
    const google = { key: 'google_otp', name: 'Google Authenticator' }
    const added = await authenticatorApi.createAuthenticator({ authenticator: sent(google), activate: true })
    expect([added, added.status]).toEqual([expect.any(okta.AuthenticatorKeyGoogleOtp), 'ACTIVE'])
    const phone = (await all(authenticatorApi.listAuthenticators())).find(({ key }) => key === 'phone_number')
    const sms = { authenticatorId: idOf(phone ?? {}), methodType: 'sms' } as const
    expect((await authenticatorApi.deactivateAuthenticatorMethod(sms)).status).toBe('INACTIVE')
    expect((await authenticatorApi.activateAuthenticatorMethod(sms)).status).toBe('ACTIVE')
  })
})

const BEHAVIORS = [
  { type: 'VELOCITY', settings: { velocityKph: 805 }, like: okta.BehaviorRuleVelocity },
  { type: 'ANOMALOUS_LOCATION', settings: { granularity: 'CITY' }, like: okta.BehaviorRuleAnomalousLocation },
  { type: 'ANOMALOUS_IP', settings: { maxEventsUsedForEvaluation: 50 }, like: okta.BehaviorRuleAnomalousIP },
  { type: 'ANOMALOUS_DEVICE', settings: { maxEventsUsedForEvaluation: 20 }, like: okta.BehaviorRuleAnomalousDevice },
]

describe('through the client library, behaviors', () => {
  it.each(BEHAVIORS)('of $type are made, sent back, switched off and deleted', async ({ like, ...rest }) => {
    const { behaviorApi } = client
    const made = await behaviorApi.createBehaviorDetectionRule({ rule: sent({ name: rest.type, ...rest }) })
    expect(made).toBeInstanceOf(like)
    const behaviorId = idOf(made)
    const rule = await behaviorApi.getBehaviorDetectionRule({ behaviorId })
    const same = await behaviorApi.replaceBehaviorDetectionRule({ behaviorId, rule })
    expect({ ...same, lastUpdated: null }).toEqual({ ...rule, lastUpdated: null })
    expect((await behaviorApi.deactivateBehaviorDetectionRule({ behaviorId })).status).toBe('INACTIVE')
    expect((await all(behaviorApi.listBehaviorDetectionRules())).map(idOf)).toEqual([behaviorId])
    await behaviorApi.deleteBehaviorDetectionRule({ behaviorId })
  })
})

const ASSURANCES = [
  { platform: 'MACOS', signals: { secureHardwarePresent: true }, like: okta.DeviceAssuranceMacOSPlatform },
  { platform: 'WINDOWS', signals: { osVersion: { minimum: '10.0.19041' } }, like: okta.DeviceAssuranceWindowsPlatform },
  { platform: 'IOS', signals: { jailbreak: false }, like: okta.DeviceAssuranceIOSPlatform },
  { platform: 'ANDROID', signals: { jailbreak: false }, like: okta.DeviceAssuranceAndroidPlatform },
  {
    ...{ platform: 'CHROMEOS', like: okta.DeviceAssuranceChromeOSPlatform },
    signals: { thirdPartySignalProviders: { dtc: { screenLockSecured: true } } },
  },
]

describe('through the client library, device assurance', () => {
  it.each(ASSURANCES)('of $platform is made, sent back and deleted', async ({ platform, signals, like }) => {
    const { deviceAssuranceApi } = client
    const body = { name: platform, platform, ...signals }
    const made = await deviceAssuranceApi.createDeviceAssurancePolicy({ deviceAssurance: sent(body) })
    expect(made).toBeInstanceOf(like)
    const deviceAssuranceId = idOf(made)
    const deviceAssurance = await deviceAssuranceApi.getDeviceAssurancePolicy({ deviceAssuranceId })
    expect(deviceAssurance).toMatchObject(signals)
    const same = await deviceAssuranceApi.replaceDeviceAssurancePolicy({ deviceAssuranceId, deviceAssurance })
    expect(same).toMatchObject(signals)
    expect((await all(deviceAssuranceApi.listDeviceAssurancePolicies())).map(idOf)).toEqual([deviceAssuranceId])
    await deviceAssuranceApi.deleteDeviceAssurancePolicy({ deviceAssuranceId })
  })
})
