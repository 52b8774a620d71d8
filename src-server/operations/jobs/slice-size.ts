/** What one transaction of a job is to take, so that other writes pass between two; milliseconds. */
const SLICE_MS = 150
/** How much more than the last one a slice may hold. */
const GROWTH = 2

/**
 * How many objects a job writes in one transaction: so many in the first, then as many as one can take in its time, by what the last one
 * took. WHY not one number: what a transaction costs by itself is spread over more of them where each costs little.
 */
export class SliceSize {
  readonly #bounds: { least: number; most: number }
  #count: number
  #began = 0

  constructor({ first, ...bounds }: { first: number; least: number; most: number }) {
    this.#bounds = bounds
    this.#count = first
  }

  /** Of the next slice. */
  get count(): number {
    return this.#count
  }

  /** To be called inside the transaction, so that waiting for other writes does not count. */
  begin(): void {
    this.#began = performance.now()
  }

  /** To be called once the disk has it. @param written how many objects it held */
  end(written: number): void {
    const { least, most } = this.#bounds
    const fitting = (written * SLICE_MS) / Math.max(1, performance.now() - this.#began)
    this.#count = Math.floor(Math.min(most, this.#count * GROWTH, Math.max(least, fitting)))
  }
}
