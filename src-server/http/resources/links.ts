import type { Links } from '#contract/interface/fields.ts'
import type { AppLogo } from '#operations/snapshot/apps.sql.ts'

/** A link with the verbs that it allows now. */
export function link(href: string, ...allow: string[]): { href: string; hints: { allow: string[] } } {
  return { href, hints: { allow } }
}

/** The pictures of what has none of its own, by size. */
export function logoLinks(base: string, what: 'group' | 'app', ...sizes: ('medium' | 'large')[]): Links[string] {
  return sizes.map((name) => ({ name, href: `${base}/img/logos/${what}-${name}.png`, type: 'image/png' }))
}

/** Where the logo of an application is served. */
export const appLogoAddress = (logoId: string, base: string) => `${base}/img/apps/${logoId}`

/** The picture of an application, in the form of {@link logoLinks}: its own, else the one of all that have none. */
export function appLogoLinks({ logoId, logoType }: AppLogo, base: string): Links[string] {
  if (logoId === null) return logoLinks(base, 'app', 'medium')
  return [{ name: 'medium', href: appLogoAddress(logoId, base), type: logoType ?? 'image/png' }]
}

/** `activate` for what is inactive, `deactivate` for what is active: never both (spec/1 "Links object"). */
export function lifecycleLink(self: string, status: 'ACTIVE' | 'INACTIVE'): Links {
  const verb = status === 'ACTIVE' ? 'deactivate' : 'activate'
  return { [verb]: link(`${self}/lifecycle/${verb}`, 'POST') }
}
