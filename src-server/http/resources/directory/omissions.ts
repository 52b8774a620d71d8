import type { User } from '#contract/directory/user.ts'

/** What a request may ask to be left out of the people in its answer (spec/4 §2.1 "Credentials"). */
interface Omissions {
  credentials: boolean
  credentialsLinks: boolean
}

const CREDENTIALS_LINKS: ReadonlySet<string> = new Set([
  ...['changePassword', 'changeRecoveryQuestion', 'expirePassword', 'forgotPassword'],
  ...['resetFactors', 'resetPassword', 'unlock'],
])

const ASKED = /;\s*svc-response\s*=\s*"?([\w,\s]*)/i

/** Read from the parameter `svc-response` of a `Content-Type`; `omitTransitioningToStatus` leaves out what is never there. */
export function omissionsOf(contentType: string | undefined): Omissions {
  const asked = ASKED.exec(contentType ?? '')?.[1]?.split(/[,\s]+/) ?? []
  return { credentials: asked.includes('omitCredentials'), credentialsLinks: asked.includes('omitCredentialsLinks') }
}

/** A person without what was asked to be left out. */
export function withOmissions({ credentials, _links, ...user }: User, omit: Omissions): User {
  const links = Object.entries(_links).filter(([name]) => !omit.credentialsLinks || !CREDENTIALS_LINKS.has(name))
  return { ...user, ...(!omit.credentials && credentials && { credentials }), _links: Object.fromEntries(links) }
}
