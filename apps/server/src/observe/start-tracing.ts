import { ConfigError } from '../config/config-error.ts'
import { type Environment, readText } from '../config/read-variable.ts'
import { noTracing, type Tracing } from './tracing.ts'

const endpointName = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/**
 * Starts OpenTelemetry where `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector (OTLP over HTTP, JSON); elsewhere not even
 * its modules are loaded. The exporter reads its further settings, such as `OTEL_EXPORTER_OTLP_HEADERS`, itself.
 */
export async function startTracing(env: Environment): Promise<Tracing> {
  const endpoint = readText(env, endpointName)
  if (endpoint === undefined) return noTracing
  if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
    throw new ConfigError(`${endpointName} must be an http or https address, such as http://127.0.0.1:4318`)
  }
  const serviceName = readText(env, 'OTEL_SERVICE_NAME') ?? 'giftcards-server'
  const { createOtlpTracing } = await import('./otlp-tracing.ts')
  return createOtlpTracing({ endpoint, serviceName })
}
