import { LINK_SCHEME } from './channels.ts'

/** As long as the address of a page may be, in characters; ours. A simulated sign-in takes a few hundred. */
export const LONGEST_ROUTE = 8_192
const START = `${LINK_SCHEME}://open`
/** Visible ASCII: the page's own addresses encode all else. Two slashes at the start would name another host. */
const LINK = new RegExp(`^${START}(/(?!/)[!"$-~]*)(?:#.*)?$`, 'i')

/** A link that opens a page in the program on the machine of who follows it. @param route path and query of the page */
export const programLink = (route: string): string => START + route

/**
 * The page that a link names; null for anything that is no such link. Web sites can hold links too, so a page may not do more when
 * it is opened than show something.
 */
export function routeOfLink(link: string): string | null {
  return link.length > LONGEST_ROUTE ? null : (LINK.exec(link)?.[1] ?? null)
}
