import { appendFile } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type CheckContractOptions, ConfigurationError } from '../core/check-options.ts'
import type { CheckResult } from '../core/check-result.ts'
import { DEFAULTS } from '../core/settings.ts'
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
import { type CheckerConfig, type LoadedConfig, loadConfig, locate, toOptions } from './config.ts'
import type { Command } from './flags.ts'
import { judgeRecordings, runProxy, type TrafficOutcome } from './traffic-commands.ts'
import { usageOf } from './usage.ts'

/** An internal error of the checker (sysexits.h, EX_SOFTWARE). */
const DEFECT = 70

/**
 * Runs the command line; `argv` excludes the program name. Resolves with the exit code: 0 no finding, 1 findings, 2 invalid input, 70
 * internal error. For 2, one sentence on stderr says how to fix it.
 */
export const runCli = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const [first] = argv
  const command = first === 'judge' || first === 'proxy' ? first : 'check'
  const [own, other] = command === 'proxy' ? splitAt(argv, '--') : [argv, []]
  try {
    const args = parseArguments(own.slice(command === 'check' ? 0 : 1), command)
    if (args === 'help') return say(terminal, usageOf(command))
    if (args === 'version') return say(terminal, `${version}\n`)
    return await RUNS[command](args, terminal, other)
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

const splitAt = (words: readonly string[], divider: string): readonly [string[], string[]] => {
  const at = words.indexOf(divider)
  return at === -1 ? [[...words], []] : [words.slice(0, at), words.slice(at + 1)]
}

type Run = (args: CliArguments, terminal: Terminal, words: readonly string[]) => Promise<number>

const RUNS: Readonly<Record<Command, Run>> = {
  check: (args, terminal) =>
    report(args, terminal, async ({ config, folder }) => {
      const options = toOptions(args, config, { cwd: terminal.cwd(), folder })
      const progress = createProgressPrinter(terminal.stdout, isLive(args, terminal))
      return { result: await runWithProgress(options, progress) }
    }),
  judge: (args, terminal) =>
    report(args, terminal, (loaded) => judgeRecordings(args, loaded, terminal.cwd())),
  proxy: (args, terminal, words) =>
    report(args, terminal, (loaded) =>
      runProxy(args, loaded, words, {
        cwd: terminal.cwd(),
        env: terminal.env,
        say: (text) => terminal.stdout.write(text),
      }),
    ),
}

const isLive = ({ settings: { noColor = false } }: CliArguments, { stdout, env }: Terminal): boolean =>
  stdout.isTTY === true && !noColor && !isSet(env['CI']) && env['TERM'] !== 'dumb'

/** Loads the configuration, runs the command, and prints and writes the results. Resolves with the exit code. */
const report = async (
  args: CliArguments,
  terminal: Terminal,
  work: (loaded: LoadedConfig) => Promise<TrafficOutcome>,
): Promise<number> => {
  const { stdout, env, cwd } = terminal
  const { settings } = args
  const { promote, noColor = false, updateBaseline = false } = settings
  const loaded = await loadConfig(settings.config, cwd())
  const { config, folder } = loaded
  const baseline = locate(settings.baseline, cwd()) ?? locate(config.baseline, folder)
  const judgeByBaseline = await openBaseline(baseline, updateBaseline)
  const { result: found, exitCode } = await work(loaded)
  const { result, known } = await judgeByBaseline(found)
  const paths: string[] = []
  for (const one of [...args.reports, ...reportsOf(config, relative(cwd(), folder))])
    paths.push(await writeReport(one, result, cwd()))
  const promoted = promote === undefined ? [] : await promoteAll(resolve(cwd(), promote), result)
  const isColoured = stdout.isTTY === true && !noColor && !isSet(env['NO_COLOR'])
  stdout.write(
    printResult(result, {
      isColoured,
      replayed: settings.replay,
      paths: [...paths, ...promoted.map((path) => relative(cwd(), path))],
    }),
  )
  if (known > 0) stdout.write(`Not shown: ${counted(known, 'finding')} in the baseline\n`)
  if (isSet(env['GITHUB_STEP_SUMMARY']))
    await appendFile(env['GITHUB_STEP_SUMMARY'] ?? '', toMarkdown(result))
  const lowest = settings.failOn ?? config.failOn ?? DEFAULTS.failOn
  const failing = SEVERITIES.slice(0, SEVERITIES.indexOf(lowest) + 1)
  return exitCode ?? (result.findings.some(({ severity }) => failing.includes(severity)) ? 1 : 0)
}

/** A result without its known findings, and their number. */
type Judged = ReturnType<typeof withoutKnown>

/**
 * Reads the baseline before the run, so that an invalid one fails early. The returned function removes known findings from a result, or
 * saves all findings as known.
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

const reportsOf = ({ reports = {} }: CheckerConfig, folder: string): readonly ReportTarget[] =>
  Object.entries(reports).map(([kind, path]) => ({
    kind: kind as ReportKind,
    path: isAbsolute(path) ? path : join(folder, path),
  }))

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

/** An output stream. */
interface TextSink {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** The parts of a process that the command line uses. */
interface Terminal {
  readonly stdout: TextSink
  readonly stderr: TextSink
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: () => string
}
