import { parseArgs } from 'node:util'
import type { ReportTarget } from '../report/report-target.ts'
import type { Thresholds } from '../run/check-options.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import type { PhaseName } from '../run/exchange.ts'
import { nearestOf } from '../text/nearest-of.ts'
import { cliOptions } from './cli-options.ts'
import {
  isReport,
  readHeader,
  readKey,
  readList,
  readNumber,
  readPhase,
  readReport,
  readSeconds,
  readThreshold,
} from './read-values.ts'

/** The command line, read. */
export interface CliArguments {
  readonly document: string
  readonly url: string
  readonly phases: readonly PhaseName[]
  readonly cases: number | undefined
  readonly seed: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly setup: string | undefined
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly reports: readonly ReportTarget[]
  readonly maxTimeMs: number | undefined
  readonly timeoutMs: number | undefined
  readonly maxResponseTimeMs: number | undefined
  readonly replay: string | undefined
  readonly promote: string | undefined
  readonly policyFile: string | undefined
  readonly thresholds: Thresholds
  readonly disableChecks: readonly string[]
  readonly strictResponses: boolean
  readonly showSecrets: boolean
  readonly isPlain: boolean
}

/** Reads the command line; `help` and `version` where that is asked. Throws {@link ConfigurationError}. */
export const parseArguments = (argv: readonly string[]): CliArguments | 'help' | 'version' => {
  const { values, positionals } = parseStrictly(argv)
  if (values.help === true) return 'help'
  if (values.version === true) return 'version'
  const [document, tooMany] = positionals.filter((text) => !isReport(text))
  if (document === undefined)
    throw new ConfigurationError(
      'Name the OpenAPI document to check: contract-checker <document> --url <baseUrl>.',
    )
  if (tooMany !== undefined)
    throw new ConfigurationError(`Only one document is checked at a time; ${tooMany} is too many.`)
  if (values.url === undefined)
    throw new ConfigurationError('Say where the server is: --url http://127.0.0.1:3000.')
  return {
    document,
    url: values.url,
    phases: [...new Set(readList(values.phase).map(readPhase))],
    cases: readNumber('cases', values.cases),
    seed: readNumber('seed', values.seed),
    headers: Object.fromEntries((values.header ?? []).map(readHeader)),
    setup: values.setup,
    include: readList(values.include),
    exclude: readList(values.exclude),
    reports: [...(values.report ?? []), ...positionals.filter(isReport)].map(readReport),
    maxTimeMs: readSeconds('max-time', values['max-time']),
    timeoutMs: readSeconds('timeout', values.timeout),
    maxResponseTimeMs: readNumber('max-response-time', values['max-response-time']),
    replay: readKey(values.replay),
    promote: values.promote,
    policyFile: values.policy,
    thresholds: Object.assign({}, ...readList(values.threshold).map(readThreshold)) as Thresholds,
    disableChecks: readList(values['disable-check']),
    strictResponses: values['allow-undocumented-properties'] !== true,
    showSecrets: values['show-secrets'] === true,
    isPlain: values['no-color'] === true,
  }
}

const parseStrictly = (argv: readonly string[]) => {
  const unknown = argv.find((text) => /^--./.test(text) && !Object.hasOwn(cliOptions, nameOf(text)))
  if (unknown !== undefined) {
    const nearest = nearestOf(Object.keys(cliOptions), nameOf(unknown))
    throw new ConfigurationError(`There is no option --${nameOf(unknown)}; did you mean --${nearest}?`)
  }
  try {
    return parseArgs({ args: [...argv], options: cliOptions, allowPositionals: true })
  } catch (error) {
    throw new ConfigurationError(`The command line cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

const nameOf = (flag: string): string => flag.slice(2).split('=')[0] ?? ''

/** The first sentence of what Node says, which advises on the second. */
const reasonOf = (error: unknown): string => {
  const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/)
  return `${sentence}.`
}
