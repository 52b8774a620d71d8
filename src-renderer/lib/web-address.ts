/** What is wrong with a text that is to be an address of the web; undefined where nothing is. */
export function addressProblem(text: string): string | undefined {
  if (/\s/.test(text)) return 'An address has no spaces.'
  if (!/^https?:\/\//i.test(text)) return 'Must begin with https:// or http://.'
  return URL.canParse(text) ? undefined : 'Not an address yet.'
}
