import { relative, resolve } from 'node:path'
import { DocumentError } from '../document/document-error.ts'
import { promoteFinding } from '../regressions/promote-finding.ts'
import { createProgressPrinter } from '../report/terminal/create-progress-printer.ts'
import { printResult } from '../report/terminal/print-result.ts'
import { writeReport } from '../report/write-report.ts'
import { checkContract } from '../run/check-contract.ts'
import type { CheckContractOptions } from '../run/check-options.ts'
import type { CheckResult } from '../run/check-result.ts'
import { ConfigurationError } from '../run/configuration-error.ts'
import { parseArguments, type CliArguments } from './parse-arguments.ts'
import type { Terminal } from './terminal.ts'
import { toOptions } from './to-options.ts'
import { usage } from './usage.ts'
import { version } from '../version.ts'

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
