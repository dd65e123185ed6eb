import { describe, expect, it } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { readShutdownSettings } from './read-shutdown-settings.ts'

describe('readShutdownSettings', () => {
  it('waits for no load balancer and ten seconds for requests, unless set otherwise', () => {
    expect(readShutdownSettings({})).toStrictEqual({ delayMs: 0, graceMs: 10_000 })
    const env = { SHUTDOWN_DELAY_SECONDS: '7', SHUTDOWN_GRACE_SECONDS: '0' }
    expect(readShutdownSettings(env)).toStrictEqual({ delayMs: 7000, graceMs: 0 })
  })

  it.each(['SHUTDOWN_DELAY_SECONDS', 'SHUTDOWN_GRACE_SECONDS'])('refuses a wrong %s', (name) => {
    expect(() => readShutdownSettings({ [name]: '301' })).toThrow(ConfigError)
    expect(() => readShutdownSettings({ [name]: '5s' })).toThrow(
      `${name} must be a whole number from 0 to 300`,
    )
  })
})
