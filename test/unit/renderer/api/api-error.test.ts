import { describe, expect, it } from 'vitest'
import { ApiError, asApiError, errorFromReply, errorText, isAbort, networkError } from '#ui/api/api-error.ts'

describe('errors of the service', () => {
  it('keep the service’s words, causes with their fields, and the id of its log', () => {
    const error = errorFromReply(400, {
      errorCode: 'E0000001',
      errorSummary: 'Api validation failed: policy',
      errorLink: 'E0000001',
      errorId: 'oae1',
      errorCauses: [
        { errorSummary: 'name: must not be empty', location: 'name', locationType: 'body' },
        { errorSummary: 'x' },
      ],
    })
    expect(error).toMatchObject({
      status: 400,
      code: 'E0000001',
      summary: 'Api validation failed: policy',
      errorId: 'oae1',
      causes: [
        { summary: 'must not be empty', location: 'name' },
        { summary: 'x', location: '' },
      ],
    })
  })

  it('of what may be asked again later say why, where the service does, and else that it is a rate limit', () => {
    const body = { errorCode: 'E0000047', errorSummary: 'The rate limit has been exceeded', errorCauses: [] }
    expect(errorFromReply(429, body)).toMatchObject({ summary: body.errorSummary, causes: [] })
    const errorCauses = [{ errorSummary: 'The index of words is being rebuilt.' }]
    const told = { summary: 'The index of words is being rebuilt.', causes: [] }
    expect(errorFromReply(429, { ...body, errorCauses })).toMatchObject(told)
  })

  it.each([undefined, null, 'text', { message: 'from a proxy' }])('a reply of %j still says what happened', (body) => {
    const error = errorFromReply(502, body)
    expect(error.summary).toContain('502')
    expect(error.causes).toEqual([])
  })

  it('are one text with all their causes where there is no room for more', () => {
    const causes = ['must not be empty', 'x'].map((summary) => ({ summary, location: '' }))
    expect(errorText(new ApiError({ status: 400, code: '', summary: 'Not valid.', causes }))).toBe(
      'Not valid. must not be empty x',
    )
  })

  it('a reply without causes has none', () => {
    expect(errorFromReply(404, { errorSummary: 'Not found' }).causes).toEqual([])
  })

  it('no reply is told apart by status 0', () => {
    expect(networkError()).toMatchObject({ status: 0, code: 'NETWORK' })
  })

  it('an ApiError stays itself, and a mistake of the program keeps its message', () => {
    const error = networkError()
    expect(asApiError(error)).toBe(error)
    expect(asApiError(new TypeError('x is not a function'))).toBeInstanceOf(ApiError)
    expect(asApiError(new TypeError('x is not a function')).summary).toBe('x is not a function')
  })

  it('giving up is no failure', () => {
    const controller = new AbortController()
    controller.abort()
    expect(isAbort(controller.signal.reason)).toBe(true)
    expect(isAbort(networkError())).toBe(false)
  })
})
