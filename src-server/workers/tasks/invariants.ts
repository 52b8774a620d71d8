import { computeInvariantImpact, computeInvariants } from '#operations/invariants/compute-invariants.ts'
import { computeRepairs } from '#operations/invariants/compute-repairs.ts'
import { readDirectory } from '#operations/policies/audience-data.ts'
import type { Tasks } from '../protocol.ts'
import type { Task } from '../serve-tasks.ts'

/** All of it at one moment: people are read while their sign-ins are looked for. */
export const checkInvariants: Task<Tasks['checkInvariants']> = ({ engine, now, invariants }, { atOneMoment, signal }) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return computeInvariants({ directory, read: connection, now, signal }, invariants)
  })

export const invariantImpact: Task<Tasks['invariantImpact']> = (
  { engine, now, invariants, changes, from },
  { atOneMoment, signal },
) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return computeInvariantImpact({ directory, read: connection, now, signal }, invariants, changes, from)
  })

export const invariantRepairs: Task<Tasks['invariantRepairs']> = (
  { engine, now, invariant },
  { atOneMoment, signal },
) =>
  atOneMoment(async ({ connection, cached }) => {
    const directory = await cached('directory', () => readDirectory(connection, engine))
    return computeRepairs({ directory, read: connection, now, signal }, invariant)
  })
