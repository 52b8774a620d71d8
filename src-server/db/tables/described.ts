const described = new Set<string>()

/** Registers a table whose rows are written only through its definition. */
export function describe(table: string): void {
  described.add(table)
}

/** Whether rows of a table are written through a definition of this folder. */
export const isDescribed = (table: string) => described.has(table)
