import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { type Project, selectDocuments } from '../config/load-config.ts'
import { bundleDocument, writeBundle } from '../documents/bundle.ts'
import { InputError } from '../input-error.ts'
import { findProgram } from '../find-program.ts'
import { startMock } from '../mock/start-mock.ts'
import { toWholeNumber, type VerbContext, type VerbDescription } from './verb.ts'

interface MockFlags {
  readonly port?: number
  readonly host?: string
  readonly dynamic?: boolean
  readonly proxy?: string
  readonly errors?: boolean
  readonly validateRequest?: boolean
}

export const mock: VerbDescription<MockFlags> = {
  example: 'contract mock --port 4010',
  options: (command) =>
    command
      .option('-p, --port <port>', 'port; default: 4010; 0 picks a free one', toWholeNumber('--port', 65_535))
      .option('--host <host>', 'host; default: 127.0.0.1')
      .option('--dynamic', 'respond with random data that matches the schemas, instead of examples')
      .option('--proxy <url>', 'forward requests to this server, and validate both requests and responses')
      .option('--errors', 'respond with an error where traffic violates the document')
      .option('--no-validate-request', 'do not validate requests to the proxied server'),
  async run(names, options, context) {
    const project = await selectDocuments(context.terminal.cwd, names, options.config)
    const document = firstDocument(project, context)
    const { published } = await bundleDocument(document.source)
    const { port, host, dynamic, errors, proxy, validateRequest } = options
    const stop = new AbortController()
    const abort = (): void => stop.abort()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort)
    const running = await startMock({
      document: published,
      ...project.mock,
      ...(port !== undefined && { port }),
      ...(host !== undefined && { host }),
      ...(proxy !== undefined && { proxyTo: proxy }),
      dynamic: dynamic === true,
      errors: errors === true,
      validateRequest: validateRequest !== false,
      onRestart: (error) => context.progress(`A request stopped Prism (${error}); Prism starts again.`),
      onNote: (note) => context.progress(`Note: ${note}`),
      signal: stop.signal,
    })
    if (!stop.signal.aborted)
      context.terminal.stdout.write(
        options.json === true ? `${JSON.stringify({ url: running.url })}\n` : `Mock: ${running.url}\n`,
      )
    await running.ended
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, abort)
    return { passed: true, text: '', data: { ended: true } }
  },
}

export const check: VerbDescription<{ readonly url?: string }> = {
  example: 'contract check --url http://127.0.0.1:3000 -- --cases 50 --report junit=checks.xml',
  options: (command) =>
    command
      .option('--url <baseUrl>', 'base URL of the server')
      .addHelpText(
        'after',
        '\nOptions after "--" are passed to contract-checker. To list them, run "contract check -- --help".',
      ),
  async run(given, { url, config, json }, context) {
    // The help needs no project.
    if (given.some((argument) => argument === '--help' || argument === '-h')) {
      await runChecker(['--help'], false)
      return { passed: true, text: '', data: {} }
    }
    const names = given.filter((name, index) => index === 0 && !name.startsWith('-'))
    const project = await selectDocuments(context.terminal.cwd, names, config)
    const { path, remove } = await bundleFirst(project, context)
    try {
      const report = join(dirname(path), 'report.json')
      const args = [
        ...(project.file === undefined || project.check === undefined ? [] : ['--config', project.file]),
        ...(url === undefined ? [] : ['--url', url]),
        ...given.slice(names.length),
        ...(json === true ? ['--report', `json=${report}`] : []),
      ]
      const exitCode = await runChecker([path, ...args], json === true)
      if (exitCode > 1) throw new InputError('The check could not run: see above.')
      const data: unknown = json === true ? JSON.parse(await readFile(report, 'utf8')) : undefined
      return { passed: exitCode === 0, text: '', data }
    } finally {
      await remove()
    }
  },
}

/** Runs `contract-checker`, whose own output goes to the terminal; resolves with its exit code. */
async function runChecker(args: readonly string[], quiet: boolean): Promise<number> {
  const child = spawn(process.execPath, [findProgram('@contract-kit/checker', 'contract-checker'), ...args], {
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code ?? 2
}

/** The first document of a project. */
function firstDocument({ documents }: Project, context: VerbContext): Project['documents'][number] {
  const [document] = documents
  if (document === undefined) throw new InputError('The configuration has no document.')
  if (documents.length > 1)
    context.progress(`Using ${document.name}, the first of ${documents.length} documents`)
  return document
}

/** Bundles the first document of a project into a temporary folder. */
async function bundleFirst(project: Project, context: VerbContext) {
  const document = firstDocument(project, context)
  const folder = await mkdtemp(join(tmpdir(), 'contract-'))
  const [path = ''] = await writeBundle(folder, document.name, await bundleDocument(document.source))
  return { path, remove: () => rm(folder, { recursive: true }) }
}
