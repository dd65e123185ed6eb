import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import process from 'node:process'
import {
  AddressError,
  createSandbox,
  RulesError,
  startSandbox,
  type SandboxOptions,
  type StartSandboxOptions,
  StateFileError,
  UnknownFaultError,
} from '@contract-kit/sandbox'
import { parse } from 'yaml'
import { type Project, selectDocuments } from '../config/load-config.ts'
import { bundleDocument } from '../documents/bundle.ts'
import { InputError } from '../input-error.ts'
import { toWholeNumber, type VerbContext, type VerbDescription } from './verb.ts'

interface SandboxFlags {
  readonly port?: number
  readonly host?: string
  readonly state?: string
  readonly rules?: string
  readonly credential?: readonly string[]
  readonly seed?: number
  readonly explain?: boolean
  readonly fault?: string
  readonly faults?: boolean
  readonly quiet?: boolean
}

export const sandbox: VerbDescription<SandboxFlags> = {
  example: 'contract sandbox openapi.yaml --state sandbox.db',
  options: (command) =>
    command
      .option('-p, --port <port>', 'port; default: 4020; 0 picks a free one', toWholeNumber('--port', 65_535))
      .option('--host <host>', 'host; default: 127.0.0.1')
      .option('--state <file>', 'keep state in this SQLite file; default: in memory, until the process ends')
      .option(
        '--rules <file>',
        'YAML file with rules that the document lacks; the same as x-sandbox in the document',
      )
      .option('--credential <text...>', 'accept only these credentials; default: any of the right form')
      .option(
        '--seed <number>',
        'seed of ids and generated values; default: 1',
        toWholeNumber('--seed', 999_999_999),
      )
      .option('--explain', 'print how the sandbox interprets each operation, and why; do not serve')
      .option('--faults', 'list the faults that it can simulate; do not serve')
      .option('--fault <id>', 'simulate this fault; see --faults')
      .option('--quiet', 'print no warnings and no line for each request'),
  async run(names, options, context) {
    const project = await selectDocuments(context.terminal.cwd, names, options.config)
    const given = await readOptions(project, options, context)
    try {
      if (options.explain === true) return await explain(given)
      if (options.faults === true) return await listFaults(given)
      return await serve(given, options, context, project)
    } catch (error) {
      const isInput =
        error instanceof RulesError ||
        error instanceof StateFileError ||
        error instanceof AddressError ||
        error instanceof UnknownFaultError
      throw isInput ? new InputError(error.message) : error
    }
  },
}

async function explain(given: SandboxOptions) {
  const { stateFile: _state, ...others } = given
  const made = await createSandbox(others)
  const data = made.plans.map(({ operation, role, reason }) => ({
    operation: operation.id,
    does: role.name,
    resource: 'kind' in role ? role.kind.name : null,
    reason,
  }))
  return { passed: true, text: made.explain(), data: { operations: data, notes: made.notes } }
}

async function listFaults(given: SandboxOptions) {
  const { stateFile: _state, ...others } = given
  const faults = (await createSandbox(others)).faults()
  const data = faults.map(({ id, class: name, title, advice }) => ({ id, class: name, title, advice }))
  const width = Math.max(0, ...faults.map(({ id }) => id.length))
  return {
    passed: true,
    text: data.map(({ id, title }) => `${id.padEnd(width)}  ${title}\n`).join(''),
    data,
  }
}

async function serve(
  given: SandboxOptions,
  options: SandboxFlags & { readonly json?: boolean },
  context: VerbContext,
  project: Project,
) {
  const port = options.port ?? project.sandbox?.port
  const host = options.host ?? project.sandbox?.host
  const running = await startSandbox({
    ...given,
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(options.fault !== undefined && { fault: options.fault }),
    ...(options.quiet !== true && {
      onResponse: (line) => context.progress(tellResponse(line)),
    }),
  })
  const { url, controlsUrl, sandbox: made, fault } = running
  if (options.quiet !== true)
    for (const [kind, texts] of made.warnings) context.progress(tellWarnings(kind, texts))
  if (fault !== undefined) context.progress(`Simulated fault: ${fault.title} (${fault.id})`)
  context.terminal.stdout.write(
    options.json === true
      ? `${JSON.stringify({ url, controls: controlsUrl })}\n`
      : `Sandbox: ${url}\nControls: ${controlsUrl}\nRun "contract sandbox --explain" to see how it interprets the document.\n`,
  )
  await signalled()
  await running.close()
  return { passed: true, text: '', data: { ended: true } }
}

/** One log line: the request, the matched operation, and ignored parts. */
function tellResponse(line: Parameters<NonNullable<StartSandboxOptions['onResponse']>>[0]): string {
  const { method, target, status, milliseconds, operationId, does, item, remarks = [] } = line
  const facts = [operationId, does, item].filter((fact) => fact !== undefined)
  const understood = [`${method} ${pathOf(target)} ${status} ${milliseconds.toFixed(0)} ms`, ...facts].join(
    ' ',
  )
  return [understood, ...remarks].join('; ')
}

/** The most warnings of a kind that are shown at start. */
const shownWarnings = 3

function tellWarnings(kind: string, texts: readonly string[]): string {
  const more =
    texts.length > shownWarnings ? [`and ${texts.length - shownWarnings} more: --explain lists them`] : []
  return [`Warning: ${kind}`, ...texts.slice(0, shownWarnings), ...more].join('\n  ')
}

/** The path without the query, which may hold a credential. */
const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/** Resolves on a termination signal. */
const signalled = (): Promise<void> =>
  new Promise((resolveSignal) => {
    const stop = (): void => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
      resolveSignal()
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  })

async function readOptions(
  project: Project,
  options: SandboxFlags,
  context: VerbContext,
): Promise<SandboxOptions> {
  const [document] = project.documents
  if (document === undefined) throw new InputError('The configuration has no document.')
  if (project.documents.length > 1)
    context.progress(`Using ${document.name}, the first of ${project.documents.length} documents`)
  const { full } = await bundleDocument(document.source)
  const { sandbox: configured = {} } = project
  const { cwd } = context.terminal
  const rules = options.rules === undefined ? inRoot(project, configured.rules) : resolve(cwd, options.rules)
  const state = options.state === undefined ? inRoot(project, configured.state) : resolve(cwd, options.state)
  const credentials = options.credential ?? configured.credentials
  return {
    document: full as unknown as SandboxOptions['document'],
    ...(rules !== undefined && { rules: await readRulesFile(rules) }),
    ...(state !== undefined && { stateFile: state }),
    ...(credentials !== undefined && { credentials }),
    ...(options.seed !== undefined && { seed: options.seed }),
  }
}

const inRoot = ({ root }: Project, path: string | undefined): string | undefined =>
  path === undefined || isAbsolute(path) ? path : join(root, path)

async function readRulesFile(path: string): Promise<unknown> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    throw new InputError(`The rules file ${path} cannot be read.`)
  }
  try {
    return parse(text) as unknown
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new InputError(`The rules file ${path} is not valid YAML: ${reason}`)
  }
}
