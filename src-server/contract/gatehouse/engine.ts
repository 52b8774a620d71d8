/** The two generations of the service whose policies a workspace follows. */
export const ENGINES = ['identity', 'classic'] as const
export type Engine = (typeof ENGINES)[number]
export const ENGINE_LABELS: Readonly<Record<Engine, string>> = {
  identity: 'Identity Engine',
  classic: 'Classic Engine',
}
