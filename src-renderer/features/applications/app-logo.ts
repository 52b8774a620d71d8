import type { App } from '#contract/apps/app.ts'
import { logoRoutes } from '#contract/routes/logos.ts'
import { hrefOf, ownPath } from '#ui/api/links.ts'

/** Where pictures are served that were uploaded; the others are drawn, and the same for all applications. */
const UPLOADED = logoRoutes.getAppLogo.path.replace('{logoId}', '')

/** Where the logo of an application is served; undefined while it has none of its own. */
export function logoPathOf({ _links }: Pick<App, '_links'>): string | undefined {
  const href = hrefOf(_links, 'logo')
  const path = href && ownPath(href)
  return path?.startsWith(UPLOADED) ? path : undefined
}
