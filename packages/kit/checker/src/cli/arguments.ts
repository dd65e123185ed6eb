import { parseArgs } from 'node:util'
import { ConfigurationError, type Thresholds, type TlsFiles } from '../core/check-options.ts'
import { SEVERITIES, type Severity } from '../core/check.ts'
import { suggest } from '@contract-kit/json-schema/text'
import { knownPhase } from '../phases/plan-phases.ts'
import { reportKinds, type ReportTarget } from '../reports/write-report.ts'

/** Reads the command line; `help` and `version` if requested. Throws {@link ConfigurationError}. */
export const parseArguments = (argv: readonly string[]): CliArguments | 'help' | 'version' => {
  const { values, positionals } = parseStrictly(argv)
  if (values.help === true) return 'help'
  if (values.version === true) return 'version'
  return readArguments(values, positionals)
}

/** The command line, read. */
export type CliArguments = ReturnType<typeof readArguments>

const readArguments = (
  values: ReturnType<typeof parseStrictly>['values'],
  positionals: readonly string[],
) => {
  const [document, tooMany] = positionals.filter((text) => !isReport(text))
  const { ca, cert, key, insecure } = values
  if (tooMany !== undefined)
    throw new ConfigurationError(
      values.url === undefined && /^https?:/.test(tooMany)
        ? `Name the server by an option: --url ${tooMany}.`
        : `Name one document only, not also ${tooMany}.`,
    )
  return {
    document,
    url: values.url,
    phases: [...new Set(readList(values.phase).map(knownPhase))],
    cases: readNumber('cases', values.cases),
    seed: readNumber('seed', values.seed),
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    config: values.config,
    include: readList(values.include),
    exclude: readList(values.exclude),
    reports: [
      ...[...(values.report ?? []), ...positionals.filter(isReport)].map(readReport),
      ...(values['write-overlay'] ?? []).map((path) => readReport(`overlay=${path}`)),
    ],
    maxTimeMs: readSeconds('max-time', values['max-time']),
    timeoutMs: readSeconds('timeout', values.timeout),
    maxResponseTimeMs: readNumber('max-response-time', values['max-response-time']),
    replay: readKey(values.replay),
    promote: values.promote,
    thresholds: Object.assign({}, ...readList(values.threshold).map(readThreshold)) as Thresholds,
    disableChecks: readList(values['disable-check']),
    strictResponses: values['allow-undocumented-properties'] === true ? false : undefined,
    showSecrets: values['show-secrets'],
    tags: readList(values.tag),
    methods: readList(values.method),
    readOnly: values['read-only'],
    workers: readCount('workers', values.workers),
    rateLimit: readNumber('rate-limit', values['rate-limit']),
    maxRequests: readCount('max-requests', values['max-requests']),
    maxRequestsPerOperation: readCount('max-requests-per-operation', values['max-requests-per-operation']),
    waitForMs: readSeconds('wait-for', values['wait-for']),
    tls: withoutUndefined({ ca, cert, key, insecure }) as TlsFiles,
    proxy: values.proxy,
    failOn: readSeverity(values['fail-on']),
    baseline: values.baseline,
    updatesBaseline: values['update-baseline'] === true,
    isPlain: values['no-color'] === true,
  }
}

const parseStrictly = (argv: readonly string[]) => {
  const unknown = argv.find((text) => /^--./.test(text) && !Object.hasOwn(cliOptions, nameOf(text)))
  if (unknown !== undefined) {
    const names = Object.keys(cliOptions).map((name) => `--${name}`)
    const given = `--${nameOf(unknown)}`
    throw new ConfigurationError(`There is no option ${given}${suggest(names, given)}`)
  }
  try {
    return parseArgs({ args: [...argv], options: cliOptions, allowPositionals: true })
  } catch (error) {
    throw new ConfigurationError(`The command line cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

const nameOf = (flag: string): string => flag.slice(2).split('=')[0] ?? ''

/** The first sentence of Node's message; the second one gives advice. */
const reasonOf = (error: unknown): string => {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/)
  return `${sentence}.`
}

/** The options of the command line, as `parseArgs` of Node reads them. */
export const cliOptions = {
  url: { type: 'string' },
  phase: { type: 'string', multiple: true },
  cases: { type: 'string' },
  seed: { type: 'string' },
  header: { type: 'string', multiple: true, short: 'H' },
  config: { type: 'string' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  tag: { type: 'string', multiple: true },
  method: { type: 'string', multiple: true },
  'read-only': { type: 'boolean' },
  workers: { type: 'string' },
  'rate-limit': { type: 'string' },
  'max-requests': { type: 'string' },
  'max-requests-per-operation': { type: 'string' },
  'wait-for': { type: 'string' },
  ca: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  insecure: { type: 'boolean' },
  proxy: { type: 'string' },
  baseline: { type: 'string' },
  'update-baseline': { type: 'boolean' },
  'fail-on': { type: 'string' },
  report: { type: 'string', multiple: true },
  'write-overlay': { type: 'string', multiple: true },
  'max-time': { type: 'string' },
  timeout: { type: 'string' },
  'max-response-time': { type: 'string' },
  replay: { type: 'string' },
  promote: { type: 'string' },
  threshold: { type: 'string', multiple: true },
  'disable-check': { type: 'string', multiple: true },
  'allow-undocumented-properties': { type: 'boolean' },
  'show-secrets': { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

const SHARES = ['operations', 'responses', 'parameters', 'keywords', 'examples'] as const

/** The values of an option that may repeat and may hold several, separated by commas. */
const readList = (values: readonly string[] = []): readonly string[] =>
  values
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')

/** A number that is not negative. Throws {@link ConfigurationError}. */
const readNumber = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value
  throw new ConfigurationError(`--${name} must be a number, not ${text === '' ? 'nothing' : text}.`)
}

/** A whole number of at least one. Throws {@link ConfigurationError}. */
const readCount = (name: string, text: string | undefined): number | undefined => {
  const count = readNumber(name, text)
  if (count === undefined || (Number.isInteger(count) && count > 0)) return count
  throw new ConfigurationError(`--${name} must be a whole number above 0, not ${text}.`)
}

/** Keeps only the settings that are given; the others keep their earlier values. */
export const withoutUndefined = <Setting>(
  settings: Readonly<Record<string, Setting | undefined>>,
): Readonly<Record<string, Setting>> =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  )

/** A severity. Throws {@link ConfigurationError}. */
const readSeverity = (text: string | undefined): Severity | undefined => {
  const severity = SEVERITIES.find((known) => known === text)
  if (text === undefined || severity !== undefined) return severity
  throw new ConfigurationError(`--fail-on takes ${SEVERITIES.join(', ')}, not ${text}.`)
}

/** Converts seconds to milliseconds; zero is not allowed. Throws {@link ConfigurationError}. */
const readSeconds = (name: string, text: string | undefined): number | undefined => {
  const seconds = readNumber(name, text)
  if (seconds === 0) throw new ConfigurationError(`--${name} must be more than 0 seconds.`)
  return seconds === undefined ? undefined : seconds * 1000
}

/** A header by name and value (RFC 9110, section 5). An error message omits the value, which may be secret. */
const readHeader = (text: string): readonly [name: string, value: string] => {
  const at = text.indexOf(':')
  const name = text.slice(0, Math.max(at, 0)).trim()
  const value = text.slice(at + 1).trim()
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new ConfigurationError(
      "--header takes 'name: value', but the value does not begin with a name and a colon.",
    )
  if (/[^\t\u0020-\u007E\u0080-\u00FF]/.test(value))
    throw new ConfigurationError(
      `The value of --header ${name} has a character that a header cannot contain.`,
    )
  return [name, value]
}

/** Whether an argument names a report and its file: `--report json=a junit=b` has two values. */
const isReport = (text: string): boolean => reportKinds.some((kind) => text.startsWith(`${kind}=`))

/** A kind of report and its file. Throws {@link ConfigurationError}. */
const readReport = (text: string): ReportTarget => {
  const [name = ''] = text.split('=')
  const path = text.slice(name.length + 1)
  const kind = reportKinds.find((known) => known === name)
  if (kind !== undefined && path !== '') return { kind, path }
  throw new ConfigurationError(
    `--report takes ${reportKinds.map((known) => `${known}=<file>`).join(', ')}, not ${text}.`,
  )
}

/** A share to reach, given in percent. Throws {@link ConfigurationError}. */
const readThreshold = (text: string): Thresholds => {
  const [name = '', percent = ''] = text.split('=')
  const kind = SHARES.find((known) => known === name.trim())
  const value = Number(percent.trim().replace(/%$/, ''))
  if (kind !== undefined && percent.trim() !== '' && value >= 0 && value <= 100)
    return { [kind]: value / 100 }
  throw new ConfigurationError(
    `--threshold takes ${SHARES.join(', ')} with a percentage, such as responses=90, not ${text}.`,
  )
}

/** The key of a finding, as reports show it. Throws {@link ConfigurationError}. */
const readKey = (text: string | undefined): string | undefined => {
  if (text === undefined || /^[a-z][a-z0-9-]*:.*:[0-9a-f]{8}$/s.test(text)) return text
  throw new ConfigurationError(`--replay takes the key of a finding, as a report shows it, not ${text}.`)
}
