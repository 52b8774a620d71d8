import type { Links } from '#contract/interface/fields.ts'

/** The address of a link, or of the first of several; undefined where there is none of the name. */
export const hrefOf = (links: Links, name: string): string | undefined => [links[name] ?? []].flat()[0]?.href

/** The id that an address ends with. */
const idIn = (href: string): string => href.slice(href.lastIndexOf('/') + 1)

/** The id of the object that a link leads to; undefined where there is none of the name. */
export function linkedId(links: Links, name: string): string | undefined {
  const href = hrefOf(links, name)
  return href === undefined ? undefined : idIn(href)
}

/** Where the page finds what a link of the service leads to. WHY the path alone: the desktop's page is not served from the service's own address. */
export const ownPath = (href: string): string => new URL(href).pathname
