import { jobSchema } from '../gatehouse/job.ts'
import { publicationViewSchema } from '../gatehouse/publication.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const publications = collection('publication', {
  tag: 'Drafts',
  noun: 'a publication',
  read: publicationViewSchema,
  write: publicationViewSchema,
  created: 200,
})
/** As for drafts. */
const managing = { permissions: ['svc.orgs.manage', 'svc.roles.manage'] } as const

/** What publications of drafts have done, and how they are taken back. */
export const publicationRoutes = {
  listPublications: defineRoute({
    ...publications.list,
    ...managing,
    summary: 'List publications of drafts, the newest first',
    description: `The latest ${LIMITS.publicationsKept} are kept.`,
    query: pageQueryOf('publication'),
  }),
  getPublication: defineRoute({ ...publications.get, ...managing }),
  takeBackPublication: defineRoute({
    ...publications.managing,
    ...managing,
    method: 'POST',
    path: `${publications.one}/take-back`,
    summary: 'Make a draft that takes back a publication',
    description:
      'A job that makes a draft of the workspace as it is now, in which what the publication has made is removed, what it has changed gets its former values, what it ' +
      'has removed is made again with the same id and without secrets, and lists get their former order. What others have changed since is left as it is, and told by ' +
      '`leftOut`. The workspace is as before until that draft is published.',
    params: publications.params,
    responses: { 202: jobSchema },
    errors: ['E0000010', 'E0000047'],
  }),
}
