import type { WellKnownOrganization } from '#contract/routes/well-known.ts'
import type { Service } from '../service/service.ts'
import { readSetting } from '../service/settings.ts'

const PIPELINES = { identity: 'idx', classic: 'v1' } as const

/** Features that clients ask for; nothing here has them. */
const NO_FEATURES = {
  analyticsCollectionEnabled: false,
  bugReportingEnabled: false,
  omEnabled: false,
  pssoEnabled: false,
  desktopMFAEnabled: false,
  itpEnabled: false,
} as const

/** The organization as anyone may see it, without a token: neither its name nor its file. */
export async function describeOrganization(service: Service): Promise<WellKnownOrganization> {
  const organization = await readSetting(service.reader, 'organization')
  return {
    id: organization?.id ?? '',
    cell: 'local',
    _links: { organization: { href: service.url() } },
    pipeline: PIPELINES[service.engine()],
    settings: NO_FEATURES,
  }
}
