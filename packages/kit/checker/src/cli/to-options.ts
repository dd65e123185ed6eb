import { resolve } from 'node:path'
import { type CheckContractOptions, ConfigurationError, type TlsFiles } from '../core/check-options.ts'
import type { CliArguments } from './arguments.ts'
import type { CheckerConfig } from './config.ts'

/** The folders that paths are relative to: those of the command line and those of the configuration. */
interface Folders {
  readonly cwd: string
  readonly folder: string
}

/** What the command line and the configuration say together; the command line wins. Throws {@link ConfigurationError}. */
export const toOptions = (
  args: CliArguments,
  config: CheckerConfig,
  { cwd, folder }: Folders,
): CheckContractOptions => {
  const document = args.document === undefined ? locate(config.document, folder) : locate(args.document, cwd)
  if (document === undefined)
    throw new ConfigurationError(
      'Name the OpenAPI document to check: contract-checker <document> --url <baseUrl>.',
    )
  const baseUrl = args.url ?? config.url
  if (baseUrl === undefined)
    throw new ConfigurationError('Say where the server is: --url http://127.0.0.1:3000.')
  const {
    document: _document,
    url: _url,
    operations: _operations,
    baseline: _baseline,
    failOn: _failOn,
    reports: _reports,
    ...options
  } = config
  const {
    phases,
    cases,
    seed,
    maxTimeMs,
    timeoutMs,
    maxResponseTimeMs,
    replay,
    strictResponses,
    showSecrets,
  } = args
  const { readOnly, workers, rateLimit, maxRequests, maxRequestsPerOperation, waitForMs, proxy } = args
  const given = {
    phases: phases.length === 0 ? undefined : phases,
    cases,
    seed,
    maxTimeMs,
    timeoutMs,
    maxResponseTimeMs,
    replay,
    strictResponses,
    showSecrets,
    readOnly,
    workers,
    rateLimit,
    maxRequests,
    maxRequestsPerOperation,
    waitForMs,
    proxy,
  }
  return {
    ...options,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    document,
    baseUrl,
    headers: { ...config.headers, ...args.headers },
    tls: { ...locateAll(config.tls, folder), ...locateAll(args.tls, cwd) },
    include: args.include.length === 0 ? (config.include ?? []) : args.include,
    exclude: [...(config.exclude ?? []), ...args.exclude],
    tags: args.tags.length === 0 ? (config.tags ?? []) : args.tags,
    methods: args.methods.length === 0 ? (config.methods ?? []) : args.methods,
    disableChecks: [...(config.disableChecks ?? []), ...args.disableChecks],
    thresholds: { ...config.thresholds, ...args.thresholds },
  }
}

const locateAll = (tls: TlsFiles = {}, folder: string): TlsFiles =>
  Object.fromEntries(
    Object.entries(tls).map(([name, value]) => [
      name,
      typeof value === 'string' ? resolve(folder, value) : value,
    ]),
  )

const locate = (document: string | undefined, folder: string): string | undefined =>
  document === undefined || /^[a-z][a-z+.-]+:\/\//i.test(document) ? document : resolve(folder, document)
