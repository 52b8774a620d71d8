import { EVERYONE } from '#contract/policy/conditions.ts'
import type { Facts } from '../prepared-context.ts'

/** Gives ids small numbers, in the order of their first use, and marks some of them. */
export class Numbers {
  private readonly known = new Map<string, number>()
  private marks = new Uint8Array(0)
  private marked: number[] = []

  of(id: string): number {
    const known = this.known.get(id)
    if (known !== undefined) return known
    this.known.set(id, this.known.size)
    return this.known.size - 1
  }

  /** One byte for each number: 1 for those of the ids, until the next call. One array for all calls: it is long. */
  mark(ids: readonly string[]): Uint8Array {
    if (this.marks.length !== this.known.size) this.marks = new Uint8Array(this.known.size)
    for (const number of this.marked) this.marks[number] = 0
    this.marked = []
    for (const id of ids) {
      const number = this.known.get(id)
      if (number === undefined) continue
      this.marks[number] = 1
      this.marked.push(number)
    }
    return this.marks
  }
}

/** The ids by which `people` conditions can name the person: their own, those of their groups, and Everyone. */
export function namesOf({ groupIds, personId }: Facts, everyoneGroupId: string): string[] {
  return [
    ...(groupIds ?? []),
    ...(groupIds ? [everyoneGroupId, EVERYONE] : []),
    ...(personId === null ? [] : [personId]),
  ]
}
