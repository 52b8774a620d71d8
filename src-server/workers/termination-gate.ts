import type { Driver, RawDatabase, RawStatement } from '#db/driver.ts'

/**
 * Counts the calls of a worker thread that are under way in the database driver; shared between it and the thread that owns it.
 *
 * WHY: a thread that ends while the driver is loaded, works for it, or calls back into it, takes the whole process with it (the
 * driver turns the failed call into a fatal error). So a thread is only terminated through a gate that is shut.
 */
export type Gate = Int32Array

const SHUT = -1

export const makeGate = (): Gate => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/**
 * Shuts the gate, for good, unless a call is under way.
 * @returns whether it is shut, so that the thread may be terminated
 */
export function shut(gate: Gate): boolean {
  const before = Atomics.compareExchange(gate, 0, 0, SHUT)
  return before === 0 || before === SHUT
}

/** Notes that a call begins; waits for the end of the thread where the gate is shut. */
function enter(gate: Gate): void {
  for (;;) {
    const count = Atomics.load(gate, 0)
    if (count === SHUT) Atomics.wait(gate, 0, SHUT)
    else if (Atomics.compareExchange(gate, 0, count, count + 1) === count) return
  }
}

/** Does something through a gate that is no call of the driver: loading it. */
export async function throughGate<Result>(gate: Gate, work: () => Promise<Result>): Promise<Result> {
  enter(gate)
  try {
    return await work()
  } finally {
    Atomics.sub(gate, 0, 1)
  }
}

/** A driver whose calls go through a gate, and whose connections can be interrupted all at once. */
export interface GatedDriver extends Driver {
  /** Ends the statements that run with `SQLITE_INTERRUPT`. */
  interruptAll(): void
}

/** Any callback of the driver; `run` gives its result as `this`. */
type Done = (this: never, ...results: never[]) => void

export function gateDriver(driver: Driver, gate: Gate): GatedDriver {
  const open = new Set<RawDatabase>()

  /** WHY later: the callback itself is a call from native code, which must have returned when the gate opens. */
  const through = <D extends Done>(done: D): D => {
    enter(gate)
    return function (this: never, ...results: never[]) {
      setImmediate(() => {
        Atomics.sub(gate, 0, 1)
        done.apply(this, results)
      })
    } as D
  }

  const gateStatement = (raw: RawStatement): RawStatement => {
    const gated: RawStatement = {
      all: (params, done) => (raw.all(params, through(done)), gated),
      run: (params, done) => (raw.run(params, through(done)), gated),
      finalize: (done) => raw.finalize(done && through(done)),
    }
    return gated
  }

  const gateDatabase = (raw: RawDatabase): RawDatabase => {
    const gated: RawDatabase = {
      prepare: (sql, done) => gateStatement(raw.prepare(sql, through(done))),
      exec: (sql, done) => (raw.exec(sql, through(done)), gated),
      all: (sql, params, done) => (raw.all(sql, params, through(done)), gated),
      run: (sql, params, done) => (raw.run(sql, params, through(done)), gated),
      interrupt: () => raw.interrupt(),
      close: (done) => {
        open.delete(raw)
        raw.close(through(done))
      },
    }
    return gated
  }

  class GatedDatabase {
    constructor(file: string, mode: number, done: (error: Error | null) => void) {
      const isOpen = (error: Error | null) => {
        if (!error) open.add(raw)
        done(error)
      }
      const raw = new driver.Database(file, mode, through(isOpen))
      return gateDatabase(raw)
    }
  }

  const { OPEN_READWRITE, OPEN_CREATE, OPEN_READONLY, OPEN_URI } = driver
  return {
    ...{ OPEN_READWRITE, OPEN_CREATE, OPEN_READONLY, OPEN_URI },
    Database: GatedDatabase as unknown as Driver['Database'],
    interruptAll: () => open.forEach((raw) => raw.interrupt()),
  }
}
