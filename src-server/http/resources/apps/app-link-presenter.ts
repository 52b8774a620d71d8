import type { AppLink } from '#contract/apps/app-link.ts'
import { appDefinition, appLinkNames } from '#contract/apps/definition.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { StartableApp } from '#operations/apps/apps-of-user.sql.ts'
import { appLogoLinks } from '../links.ts'

/** An address where people start an application. */
interface StartLink {
  readonly id: string
  readonly name: string
  readonly href: string
}

/** Where people start an application: one link, or those of its row in the catalogue (spec/5 §8.2). */
export function startLinks(app: Pick<AppRecord, 'id' | 'name' | 'signOnMode'>, base: string): StartLink[] {
  return appLinkNames(app).map((name, place) => {
    const id = startLinkId(app.id, place)
    return { id, name, href: `${base}/home/${app.name}/${app.id}/${id}` }
  })
}

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** WHY made of the application's id: its links are always the same, so nothing need be stored. Further links differ in the last character. */
function startLinkId(appId: string, place: number): string {
  const last = CHARACTERS.indexOf(appId.slice(-1)) + place
  return `aln${appId.slice(3, -1)}${CHARACTERS[last % CHARACTERS.length]}`
}

/** What a person can start, link by link: those that the applications show, in the order of the applications. */
export function presentAppLinks(apps: readonly StartableApp[], base: string): AppLink[] {
  const links = apps.flatMap((app) => {
    const { visibility } = appDefinition(app, app.definition, app.definition.features)
    const { appLinks, hide } = visibility as { appLinks: Record<string, unknown>; hide?: { web?: unknown } }
    const shown = startLinks(app, base).filter(({ name }) => appLinks[name] !== false)
    return shown.map((link) => ({ app, link, hidden: hide?.web === true }))
  })
  return links.map(({ app, link, hidden }, place) => ({
    id: link.id,
    label: app.label,
    linkUrl: link.href,
    logoUrl: logoUrlOf(app, base),
    appName: app.name,
    appInstanceId: app.id,
    appAssignmentId: app.assignmentId,
    credentialsSetup: false,
    hidden,
    sortOrder: place,
  }))
}

function logoUrlOf(app: StartableApp, base: string): string {
  const [logo] = appLogoLinks(app, base) as { href: string }[]
  return logo?.href ?? ''
}
