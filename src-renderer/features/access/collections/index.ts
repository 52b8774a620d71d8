import type { Collection } from '#ui/resource/collection/define-collection.ts'
import { authenticators } from './authenticators.ts'
import { authorizationServers } from './authorization-servers.ts'
import { behaviors } from './behaviors.ts'
import { deviceAssurances } from './device-assurances.ts'

/** The collections under Access, in the order of the navigation. */
export const COLLECTIONS: readonly Collection[] = [authenticators, behaviors, deviceAssurances, authorizationServers]
