import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ConfigurationError } from '../core/check-options.ts'
import type { CheckResult } from '../core/check-result.ts'
import { toArchive } from '../reports/har.ts'
import { writeText } from '../reports/write-report.ts'
import { readConnection } from '../runner/prepare-run.ts'
import { startProxy } from '../traffic/proxy.ts'
import { readHar } from '../traffic/read-har.ts'
import type { SeenExchange } from '../traffic/seen-exchange.ts'
import { TrafficJudge } from '../traffic/traffic-judge.ts'
import { toMaskedEntry } from '../traffic/write-har.ts'
import type { CliArguments } from './arguments.ts'
import { type LoadedConfig, locateAll, toTrafficOptions } from './config.ts'

/** The result of a command, and its exit code unless the findings determine it. */
export interface TrafficOutcome {
  readonly result: CheckResult
  readonly exitCode?: number
}

/** Judges HTTP archives. Throws {@link ConfigurationError} if they contain no exchange of the API. */
export const judgeRecordings = async (
  args: CliArguments,
  loaded: LoadedConfig,
  cwd: string,
): Promise<TrafficOutcome> => {
  if (args.files.length === 0)
    throw new ConfigurationError(
      'Specify a recording: contract-checker judge traffic.har --document openapi.yaml.',
    )
  const judge = await TrafficJudge.open(toTrafficOptions(args, loaded, cwd))
  for (const file of args.files)
    for (const entry of await readHar(file, cwd))
      if (typeof entry === 'string') judge.leaveOut(entry)
      else judge.see(entry)
  const result = judge.result()
  assertJudged(result, '--url or --base-path')
  return { result }
}

/** Runs the proxy until it is interrupted, its time limit is reached or the command ends. */
export const runProxy = async (
  args: CliArguments,
  loaded: LoadedConfig,
  command: readonly string[],
  { cwd, env, say }: { cwd: string; env: NodeJS.ProcessEnv; say: (text: string) => unknown },
): Promise<TrafficOutcome> => {
  const { to, port = 0, record, forMs, tls = {} } = args.settings
  const target = URL.parse(to ?? '')
  if (target === null || !/^https?:$/.test(target.protocol))
    throw new ConfigurationError(
      'Specify the URL of the server behind the proxy: --to http://127.0.0.1:3000.',
    )
  const judge = await TrafficJudge.open({
    ...(target.pathname === '/' ? {} : { basePath: target.pathname }),
    ...toTrafficOptions(args, loaded, cwd),
    isOneServer: true,
  })
  const recorded: SeenExchange[] = []
  const defects: unknown[] = []
  const onExchange = (seen: SeenExchange): void => {
    if (record !== undefined) recorded.push(seen)
    try {
      judge.see(seen)
    } catch (error) {
      // Traffic must pass, so the error is reported at the end.
      defects.push(error)
    }
  }
  const listener = { onExchange, onFailure: (reason: string) => judge.leaveOut(reason) }
  const connection = readConnection({ tls: locateAll(tls, cwd) })
  const proxy = await startProxy(target, port, listener, connection)
  say(`The proxy ${proxy.url} passes requests to ${target.origin}.\n`)
  const variables = { ...env, CONTRACT_PROXY_URL: proxy.url }
  let exitCode: number
  try {
    exitCode = await untilEnd(command, variables, forMs)
  } finally {
    await proxy.close()
  }
  if (defects.length > 0) throw defects[0]
  const result = judge.result()
  if (record !== undefined) {
    const { mask } = judge
    const archive = toArchive(recorded.map((seen) => toMaskedEntry(seen, mask)))
    await writeText('recording', record, `${JSON.stringify(archive, null, 2)}\n`, cwd)
  }
  if (exitCode === 0) assertJudged(result, '--base-path')
  return { result, ...(exitCode === 0 ? {} : { exitCode }) }
}

/** Throws if no exchange was judged, because the result would be meaningless. */
const assertJudged = ({ traffic }: CheckResult, flags: string): void => {
  if (traffic === undefined || traffic.judged > 0) return
  if (traffic.exchanges === 0)
    throw new ConfigurationError('No exchange was recorded; send requests to the URL in CONTRACT_PROXY_URL.')
  const reasons = traffic.notJudged.map(({ what, count }) => `${what} (${count})`)
  throw new ConfigurationError(
    `No exchange belongs to the API: ${reasons.slice(0, 5).join('; ')}. Set its base with ${flags}.`,
  )
}

/** Resolves with the exit code of the command, or with 0 if the proxy is interrupted or its time limit is reached. */
const untilEnd = async (
  [program, ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
  forMs: number | undefined,
): Promise<number> => {
  const shell = process.platform === 'win32'
  const child = program === undefined ? undefined : spawn(program, words, { env, stdio: 'inherit', shell })
  const { promise, resolve: end, reject } = Promise.withResolvers<number>()
  const stop = (signal: NodeJS.Signals): void => {
    if (child === undefined) end(0)
    // Ctrl-C in a terminal interrupts both processes.
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const timer = forMs === undefined ? undefined : setTimeout(() => stop('SIGTERM'), forMs)
  process.on('SIGINT', stop).on('SIGTERM', stop)
  child?.once('error', ({ message }) => {
    reject(new ConfigurationError(`The command ${program} cannot be started: ${message}`))
  })
  child?.once('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  return promise.finally(() => {
    clearTimeout(timer)
    process.off('SIGINT', stop).off('SIGTERM', stop)
  })
}
