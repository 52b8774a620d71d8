import { statements, type Migration } from './migration.ts'

const ofKey = (key: string) => `kind = 'authenticator' AND key = '${key}'`
const path = (setting: string) => `'$.settings.${setting}'`

/** Gives authenticators that an older version wrote the settings that new ones have now. */
export const migration0370: Migration = {
  name: '0370-authenticator-settings',
  up: statements([
    `UPDATE supporting_objects
      SET definition = json_insert(definition, ${path('userVerificationMethods')}, json('["BIOMETRICS","PIN"]'))
      WHERE ${ofKey('svc_verify')}`,
    `UPDATE supporting_objects
      SET definition = json_insert(definition, ${path('oauthClientId')}, definition ->> ${path('appInstanceId')})
      WHERE ${ofKey('custom_app')} AND definition ->> ${path('appInstanceId')} IS NOT NULL`,
  ]),
}
