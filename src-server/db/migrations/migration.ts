/** One step of the schema. Never edited once released; names ascend. */
export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
}
