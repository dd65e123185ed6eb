import { describe, expect, it } from 'vitest'
import { createLogger } from './create-logger.ts'

function logOf(write: (log: ReturnType<typeof createLogger>) => void, level: 'info' | 'error' = 'info') {
  const lines: string[] = []
  write(createLogger(level, { write: (line) => void lines.push(line) }))
  return lines.map((line): unknown => JSON.parse(line))
}

describe('createLogger', () => {
  it('keeps the message of a defect to itself', () => {
    const [line] = logOf((log) => log.defect(new TypeError('canary\n    at canary (file)'), 'r-1'))
    expect(line).toMatchObject({ level: 50, requestId: 'r-1', error: 'TypeError', msg: 'defect' })
    expect(JSON.stringify(line)).not.toContain('canary')
    expect(line).toHaveProperty('frames.0')
  })

  it('takes a defect that is no error', () => {
    const [line] = logOf((log) => log.defect('canary', null))
    expect(line).toMatchObject({ error: 'string' })
    expect(JSON.stringify(line)).not.toContain('canary')
  })

  it('leaves out what is below its level', () => {
    expect(logOf((log) => log.warn('hello'), 'error')).toStrictEqual([])
  })

  it('writes what never became a request as a request of which nothing is known', () => {
    const unread = { requestId: 'r-1', status: 431, errorCode: 'headers_too_large' }
    expect(logOf((log) => log.unread(unread))).toStrictEqual([
      {
        level: 30,
        time: expect.any(String),
        ...unread,
        method: null,
        operationId: null,
        durationMs: null,
        msg: 'request',
      },
    ])
  })
})
