import { relative, resolve } from 'node:path'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { CheckResult } from '../core/check-result.ts'
import { version } from '../core/version.ts'
import { DocumentError } from '../openapi/document-part.ts'
import { promoteFinding } from '../regressions/promote-finding.ts'
import { createProgressPrinter } from '../reports/progress.ts'
import { printResult } from '../reports/terminal.ts'
import { writeReport } from '../reports/write-report.ts'
import { checkContract } from '../runner/contract-run.ts'
import { type CliArguments, parseArguments } from './arguments.ts'
import { toOptions } from './load-setup.ts'

/** A fault of the checker itself (sysexits.h, EX_SOFTWARE). */
const DEFECT = 70

/**
 * Runs the command line; `argv` begins after the name of the program. Resolves with the exit code: 0 no finding, 1 findings,
 * 2 something is to be mended, which one sentence on stderr says, 70 a fault of the checker.
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
    terminal.stderr.write(`This is a fault of contract-checker, please report it.\n${detail}\n`)
    return DEFECT
  }
}

const say = ({ stdout }: Terminal, text: string): number => {
  stdout.write(text)
  return 0
}

const check = async (args: CliArguments, terminal: Terminal): Promise<number> => {
  const { stdout, env, cwd } = terminal
  const options = await toOptions(args, cwd())
  const isLive = stdout.isTTY === true && !args.isPlain && !isSet(env['CI']) && env['TERM'] !== 'dumb'
  const result = await runWithProgress(options, createProgressPrinter(stdout, isLive))
  const paths: string[] = []
  for (const report of args.reports) paths.push(await writeReport(report, result, cwd()))
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
  return result.findings.length === 0 ? 0 : 1
}

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

/** What `--help` prints. */
export const usage = `Checks whether a running HTTP API and its OpenAPI 3.0/3.1 document agree.

  contract-checker <document> --url <baseUrl> [options]

What is checked
  --phase a,b               examples, coverage, fuzz, stateful; default: all, in this order
  --cases <n>               fuzz cases for each operation; default 100
  --seed <n>                same seed, same requests; default 1
  --include, --exclude <x>  operationId or path, * for any text; a,b or repeated
  --disable-check <id>      leave a check out; a,b or repeated
  --allow-undocumented-properties
                            properties of an answer that the document does not name are no finding
  --policy <file.json>      { operationId: [{ statuses, reason, checks }] }
  --threshold <kind=n>      percent to reach: operations, responses, parameters, keywords, examples
  --max-response-time <ms>  a slower answer is a finding; default: off

How it is reached
  --url <baseUrl>           the whole server URL, path prefix included
  --header 'name: value'    for every request; may repeat, wins over the setup module
  --setup <module>          may export async authenticate({ url }) → headers, async reset({ url }),
                            and policies
  --timeout <s>             for one request; default 10
  --max-time <s>            for the whole run; what is not reached is reported as skipped

What comes out
  --report <kind=file>      json, junit, html, har; may repeat, makes folders
  --replay <key>            look for one finding again, and send only what leads to it
  --promote <folder>        keep each finding as a regression file, which Vitest runs again
  --show-secrets            do not mask credentials
  --no-color                plain text, no progress bar
  --help, --version

Exit code: 0 no finding · 1 findings · 2 something is to be mended, as one sentence says
           70 a fault of contract-checker itself
`

/** Where text goes. */
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
