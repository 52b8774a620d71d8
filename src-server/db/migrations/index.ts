import type { Migration } from './migration.ts'
import { migration0010 } from './0010-workspace.ts'
import { migration0020 } from './0020-supporting.ts'
import { migration0030 } from './0030-log-search.ts'
import { migration0040 } from './0040-event-hooks.ts'
import { migration0050 } from './0050-log-proof.ts'
import { migration0060 } from './0060-log-columns.ts'
import { migration0062 } from './0062-organization-defaults.ts'
import { migration0064 } from './0064-chain-older-events.ts'
import { migration0070 } from './0070-object-search.ts'
import { migration0080 } from './0080-jobs.ts'
import { migration0090 } from './0090-linked-seals.ts'
import { migration0091 } from './0091-recorded-policies.ts'
import { migration0095 } from './0095-zone-forms.ts'
import { migration0096 } from './0096-authenticator-settings.ts'
import { migration0097 } from './0097-device-assurance-authors.ts'
import { migration0098 } from './0098-server-signing.ts'
import { migration0099 } from './0099-token-rules.ts'
import { migration0100 } from './0100-user-type-schemas.ts'
import { migration0101 } from './0101-platform-app-names.ts'
import { migration0102 } from './0102-app-user-names.ts'
import { migration0105 } from './0105-import-keys.ts'
import { migration0106 } from './0106-provider-secrets.ts'
import { migration0107 } from './0107-object-versions.ts'
import { migration0108 } from './0108-job-reasons.ts'
import { migration0109 } from './0109-import-concerns.ts'
import { migration0110 } from './0110-organization.ts'
import { migration0111 } from './0111-bounced-addresses.ts'
import { migration0112 } from './0112-organization-logo.ts'
import { migration0120 } from './0120-user-credentials.ts'
import { migration0130 } from './0130-user-values.ts'
import { migration0131 } from './0131-user-moments.ts'
import { migration0132 } from './0132-group-sources.ts'
import { migration0140 } from './0140-profile-schemas.ts'
import { migration0141 } from './0141-group-profiles.ts'
import { migration0150 } from './0150-group-rules.ts'
import { migration0160 } from './0160-directory-imports.ts'
import { migration0170 } from './0170-group-owners.ts'
import { migration0180 } from './0180-group-rule-search.ts'
import { migration0190 } from './0190-import-problems.ts'
import { migration0220 } from './0220-people-changes.ts'
import { migration0221 } from './0221-people-searches.ts'
import { migration0222 } from './0222-client-secrets.ts'
import { migration0223 } from './0223-client-keys.ts'
import { migration0224 } from './0224-signing-keys.ts'
import { migration0225 } from './0225-app-signing-kid.ts'
import { migration0230 } from './0230-app-without-sign-on.ts'
import { migration0231 } from './0231-app-logos.ts'
import { migration0240 } from './0240-app-grants.ts'
import { migration0250 } from './0250-group-push-mappings.ts'
import { migration0251 } from './0251-people-change-group-name.ts'
import { migration0260 } from './0260-api-token-use.ts'
import { migration0270 } from './0270-administrator-roles.ts'
import { migration0280 } from './0280-token-contents.ts'
import { migration0290 } from './0290-server-keys.ts'
import { migration0300 } from './0300-oauth-records.ts'
import { migration0310 } from './0310-sessions.ts'
import { migration0320 } from './0320-user-consents.ts'
import { migration0330 } from './0330-user-authenticators.ts'
import { migration0340 } from './0340-credential-uses.ts'
import { migration0350 } from './0350-consent-order.ts'
import { migration0360 } from './0360-oauth-records-order.ts'
import { migration0370 } from './0370-authenticator-settings.ts'
import { migration0371 } from './0371-authenticator-methods.ts'
import { migration0380 } from './0380-identity-provider-users.ts'
import { migration0400 } from './0400-former-places.ts'
import { migration0410 } from './0410-versions-of-every-kind.ts'
import { migration0420 } from './0420-connections.ts'
import { migration0430 } from './0430-pulls.ts'
import { migration0440 } from './0440-remote-readings.ts'
import { migration0450 } from './0450-connection-people.ts'
import { migration0460 } from './0460-followed-logs.ts'
import { migration0470 } from './0470-sync-plans.ts'
import { migration0480 } from './0480-plan-effects.ts'
import { migration0490 } from './0490-taken-back-plans.ts'
import { migration0500 } from './0500-drafts.ts'
import { migration0510 } from './0510-publications.ts'
import { migration0520 } from './0520-plan-sources.ts'
import { migration0530 } from './0530-sync-pairs.ts'
import { migration0540 } from './0540-policy-tests.ts'
import { migration0550 } from './0550-changed-along.ts'
import { migration0560 } from './0560-invariants.ts'

/** Every step in order; numbers go up in tens so that a hot fix can go between. */
export const MIGRATIONS: readonly Migration[] = [
  migration0010,
  migration0020,
  migration0030,
  migration0040,
  migration0050,
  migration0060,
  migration0062,
  migration0064,
  migration0070,
  migration0080,
  migration0090,
  migration0091,
  migration0095,
  migration0096,
  migration0097,
  migration0098,
  migration0099,
  migration0100,
  migration0101,
  migration0102,
  migration0105,
  migration0106,
  migration0107,
  migration0108,
  migration0109,
  migration0110,
  migration0111,
  migration0112,
  migration0120,
  migration0130,
  migration0131,
  migration0132,
  migration0140,
  migration0141,
  migration0150,
  migration0160,
  migration0170,
  migration0180,
  migration0190,
  migration0220,
  migration0221,
  migration0222,
  migration0223,
  migration0224,
  migration0225,
  migration0230,
  migration0231,
  migration0240,
  migration0250,
  migration0251,
  migration0260,
  migration0270,
  migration0280,
  migration0290,
  migration0300,
  migration0310,
  migration0320,
  migration0330,
  migration0340,
  migration0350,
  migration0360,
  migration0370,
  migration0371,
  migration0380,
  migration0400,
  migration0410,
  migration0420,
  migration0430,
  migration0440,
  migration0450,
  migration0460,
  migration0470,
  migration0480,
  migration0490,
  migration0500,
  migration0510,
  migration0520,
  migration0530,
  migration0540,
  migration0550,
  migration0560,
]
