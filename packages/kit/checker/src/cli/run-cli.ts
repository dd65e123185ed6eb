import { appendFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { CheckResult } from '../core/check-result.ts'
import { version } from '../core/version.ts'
import { DocumentError } from '@contract-kit/openapi'
import { promoteFinding } from '../regressions/promote-finding.ts'
import { createProgressPrinter } from '../reports/progress.ts'
import { printResult } from '../reports/terminal.ts'
import { toMarkdown } from '../reports/markdown.ts'
import { counted } from '../reports/verdict-text.ts'
import { type ReportKind, type ReportTarget, writeReport } from '../reports/write-report.ts'
import { readBaseline, withoutKnown, writeBaseline } from '../runner/baseline.ts'
import { SEVERITIES } from '../core/check.ts'
import { checkContract } from '../runner/contract-run.ts'
import { type CliArguments, parseArguments } from './arguments.ts'
import { type CheckerConfig, loadConfig, toOptions } from './config.ts'

/** A fault of the checker itself (sysexits.h, EX_SOFTWARE). */
const DEFECT = 70

/**
 * Runs the command line; `argv` begins after the name of the program. Resolves with the exit code: 0 no finding, 1 findings, 2 the input
 * must be fixed, 70 a fault of the checker. With 2, one sentence on stderr says what to fix.
 */
export const runCli = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  try {
    const args = parseArguments(argv)
    if (args === 'help') return say(terminal, usage)
    if (args === 'version') return say(terminal, `${version}\n`)
    return await check(args, terminal)
  } catch (error) {
    if (error instanceof ConfigurationError || error instanceof DocumentError) {
      terminal.stderr.write(`${error.message.replaceAll(/\s*\n\s*/g, ' ')}\n`)
      return 2
    }
    const detail = error instanceof Error ? error.stack : String(error)
    terminal.stderr.write(`This is a bug in contract-checker. Please report it:\n${detail}\n`)
    return DEFECT
  }
}

const say = ({ stdout }: Terminal, text: string): number => {
  stdout.write(text)
  return 0
}

const check = async (args: CliArguments, terminal: Terminal): Promise<number> => {
  const { stdout, env, cwd } = terminal
  const { config, folder } = await loadConfig(args.config, cwd())
  const options = toOptions(args, config, { cwd: cwd(), folder })
  const baseline =
    args.baseline === undefined
      ? config.baseline && resolve(folder, config.baseline)
      : resolve(cwd(), args.baseline)
  const judgeByBaseline = await openBaseline(baseline, args.updatesBaseline)
  const isLive = stdout.isTTY === true && !args.isPlain && !isSet(env['CI']) && env['TERM'] !== 'dumb'
  const found = await runWithProgress(options, createProgressPrinter(stdout, isLive))
  const { result, known } = await judgeByBaseline(found)
  const paths: string[] = []
  for (const report of reportsOf(args, config)) paths.push(await writeReport(report, result, cwd()))
  const promoted =
    args.promote === undefined ? undefined : await promoteAll(resolve(cwd(), args.promote), result)
  const isColoured = stdout.isTTY === true && !args.isPlain && !isSet(env['NO_COLOR'])
  stdout.write(
    printResult(result, {
      isColoured,
      replayed: args.replay,
      paths: [...paths, ...(promoted ?? []).map((path) => relative(cwd(), path))],
    }),
  )
  if (known > 0) stdout.write(`${counted(known, 'finding')} of the baseline left out\n`)
  if (isSet(env['GITHUB_STEP_SUMMARY']))
    await appendFile(env['GITHUB_STEP_SUMMARY'] ?? '', toMarkdown(result))
  const failing = SEVERITIES.slice(0, SEVERITIES.indexOf(args.failOn ?? config.failOn ?? 'low') + 1)
  return result.findings.some(({ severity }) => failing.includes(severity)) ? 1 : 0
}

/** A result without its known findings, and the number of those. */
type Judged = ReturnType<typeof withoutKnown>

/**
 * Reads the baseline before the run, so that a mistake in it costs no run. The returned function removes known findings from a result, or
 * writes all findings as known.
 */
const openBaseline = async (
  path: string | undefined,
  isUpdated: boolean,
): Promise<(found: CheckResult) => Judged | Promise<Judged>> => {
  if (path === undefined) {
    if (!isUpdated) return (result) => ({ result, known: 0 })
    throw new ConfigurationError(
      '--update-baseline needs the file to write: add --baseline known-findings.json.',
    )
  }
  if (isUpdated)
    return async (found) => {
      await writeBaseline(path, found)
      return withoutKnown(found, await readBaseline(path))
    }
  const known = await readBaseline(path)
  return (found) => withoutKnown(found, known)
}

const reportsOf = ({ reports }: CliArguments, config: CheckerConfig): readonly ReportTarget[] => [
  ...reports,
  ...Object.entries(config.reports ?? {}).map(([kind, path]) => ({ kind: kind as ReportKind, path })),
]

const isSet = (variable: string | undefined): boolean => variable !== undefined && variable !== ''

const runWithProgress = async (
  options: CheckContractOptions,
  progress: ReturnType<typeof createProgressPrinter>,
): Promise<CheckResult> => {
  try {
    return await checkContract({ ...options, onProgress: progress.show })
  } finally {
    progress.end()
  }
}

const promoteAll = async (folder: string, { findings }: CheckResult): Promise<readonly string[]> => {
  const paths = await Promise.all(findings.map((finding) => promoteFinding(finding, folder)))
  return paths.filter((path) => path !== undefined)
}

/** The text of `--help`. */
export const usage = `Checks whether a running HTTP API and its OpenAPI 3.0/3.1 document agree.

  contract-checker <document> --url <baseUrl> [options]

What is checked
  --phase a,b               examples, coverage, fuzz, stateful; default: all, in this order
  --cases <n>               fuzz cases for each operation; default 100
  --seed <n>                same seed, same requests; default 1
  --include <x>             only these operations, by operationId or path; * stands for any text
  --exclude <x>             never send these operations
  --tag <x>, --method <x>   only operations with one of these tags, of one of these methods
  --read-only               send safe methods only
  --disable-check <id>      leave a check out; a,b or repeated
  --allow-undocumented-properties
                            allow properties of a response that the document does not declare
  --threshold <kind=n>      percent to reach: operations, responses, parameters, keywords, examples
  --max-response-time <ms>  report slower responses; default: off

How the server is reached
  --url <baseUrl>           the whole server URL, path prefix included
  --header 'name: value'    for every request; may repeat, overrides the configuration
  --ca <file>               trust these authorities (PEM)
  --cert <file>, --key <file>
                            certificate that the client presents, and its key (PEM)
  --insecure                accept any certificate of the server
  --proxy <url>             an http proxy; default: that of HTTPS_PROXY, HTTP_PROXY, NO_PROXY
  --wait-for <s>            wait up to this long for the server to start; default: 0
  --timeout <s>             for one request; default 10
  --workers <n>             requests in flight at once; default 1
  --rate-limit <n>          at most this many requests a second; Retry-After is always honored
  --max-requests <n>        at most this many requests; the rest is reported as skipped
  --max-requests-per-operation <n>
                            at most this many to one operation; default 20000
  --max-time <s>            for the whole run

What comes out
  --report <kind=file>      json, junit, html, har, sarif, markdown or overlay; may repeat
  --write-overlay <file>    the changes of the document if the server is right (OpenAPI Overlay)
  --baseline <file>         leave out the findings in this file; fail on new ones only
  --update-baseline         write all findings to that file
  --fail-on <severity>      critical, high, medium or low: the lowest that fails; default low
  --replay <key>            look for one finding again, and send only the requests that lead to it
  --promote <folder>        write each finding to a regression file, which Vitest can run again
  --show-secrets            do not mask credentials
  --no-color                plain text, no progress bar
  --config <file>           default: contract-checker.config.ts, .js, .mjs, .json, .yaml or .yml,
                            or contract.config.ts, .js, .mjs or .json, under check
  --help, --version

Example
  contract-checker openapi.yaml --url http://127.0.0.1:3000 --workers 8 --report html=report.html

Exit codes
  0   no finding
  1   findings
  2   the check could not run; one sentence on stderr says what to fix
  70  a bug in contract-checker
`

/** The stream that a text goes to. */
interface TextSink {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The part of a process that the command line uses. */
interface Terminal {
  readonly stdout: TextSink
  readonly stderr: TextSink
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: () => string
}
