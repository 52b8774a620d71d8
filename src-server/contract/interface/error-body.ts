import { z } from 'zod'

/** Why a request was refused, once per reason; `location` is the field's path in the request. */
const errorCauseSchema = z.object({
  errorSummary: z.string(),
  location: z.string().optional(),
  locationType: z.enum(['body', 'query', 'path', 'header']).optional(),
  reason: z.string().optional(),
})
export type ErrorCause = z.infer<typeof errorCauseSchema>

/** The body of every failed request (spec/3 "Errors"). `errorId` is in the service's log too. */
export const errorBodySchema = z
  .object({
    errorCode: z.string(),
    errorSummary: z.string(),
    errorLink: z.string(),
    errorId: z.string(),
    errorCauses: z.array(errorCauseSchema),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof errorBodySchema>
