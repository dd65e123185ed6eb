import { describe, expect, it } from 'vitest'
import { ConfigError } from '../config/config-error.ts'
import { startTracing } from './start-tracing.ts'
import { noTracing } from './tracing.ts'

describe('startTracing', () => {
  it.each([undefined, '', ' '])('follows nothing where the collector is %j', async (endpoint) => {
    expect(await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toBe(noTracing)
  })

  it.each(['collector:4318', 'ftp://collector', 'nonsense'])('refuses %s in one line', async (endpoint) => {
    const start = startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
    await expect(start).rejects.toThrow(ConfigError)
    await expect(startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).rejects.toThrow(
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, [^\n]+$/,
    )
  })
})
