import type { Service } from '../service/service.ts'

/** Headers of every request to an endpoint. */
export function agentHeaders({ version }: Pick<Service, 'version'>): Record<string, string> {
  return { Accept: 'application/json', 'User-Agent': `Gatehouse/${version}` }
}
