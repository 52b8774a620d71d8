import { ApiError } from '../../contract/api-error.ts'
import type { Act, Service } from '../service.ts'

/** placeholder until generator lands */
export async function loadSample(_service: Service, _act: Act): Promise<void> {
  throw new ApiError('E0000060')
}
