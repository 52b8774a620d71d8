import { hasScheme, type SignOnMode } from '#contract/apps/sign-on-modes.ts'

/** What is sent to an application about people where no assertion and no token says it. @param mode null: without single sign-on */
export function sentText(mode: SignOnMode | null): string {
  if (mode === null) return 'This service signs no one in to it: nothing is sent to it but the name.'
  if (mode === 'BOOKMARK') return 'Nothing is sent to it: people open its page by a link.'
  if (hasScheme(mode))
    return 'The name above and a password are filled in on its login page. Nothing else is sent to it.'
  return 'The other claims of its tokens are not shown here.'
}
