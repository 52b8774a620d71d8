import type { AppLink } from '#contract/apps/app-link.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { StartableApp } from '#operations/apps/apps-of-user.ts'
import { logoLinks } from '../links.ts'

/** Where people start an application. WHY made of its id: an application has one such link, so nothing need be stored. */
export function startAddress({ id, name }: Pick<AppRecord, 'id' | 'name'>, base: string): string {
  return `${base}/home/${name}/${id}/${startLinkId(id)}`
}

const startLinkId = (appId: string) => `aln${appId.slice(3)}`

/** An application in the list of what a person can start. @param place in that list, from 0 */
export function presentAppLink(app: StartableApp, place: number, base: string): AppLink {
  const { visibility } = appDefinition(app, app.definition, app.definition.features)
  const [logo] = logoLinks(base, 'app', 'medium') as { href: string }[]
  const hide = (visibility as { hide?: { web?: unknown } }).hide
  return {
    id: startLinkId(app.id),
    label: app.label,
    linkUrl: startAddress(app, base),
    logoUrl: logo?.href ?? '',
    appName: app.name,
    appInstanceId: app.id,
    appAssignmentId: app.assignmentId,
    credentialsSetup: false,
    hidden: hide?.web === true,
    sortOrder: place,
  }
}
