import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { InputError } from '../input-error.ts'
import { addVerb, type CommandLine, type Terminal, type VerbDescription, type VerbSummary } from './verb.ts'

/** A listed verb, and the loader of its module. */
interface ListedVerb extends VerbSummary {
  readonly load: () => Promise<VerbDescription<never>>
}

/** Modules load lazily, because all of them take seconds. Help loads none. */
const verbs: Readonly<Record<string, ListedVerb>> = {
  bundle: {
    usage: 'bundle [documents...]',
    summary: 'Write each document as one file, in YAML and JSON',
    load: async () => (await import('./build-verbs.ts')).bundle,
  },
  gen: {
    usage: 'gen [documents...]',
    summary: 'Generate types, operation tables and clients',
    load: async () => (await import('./build-verbs.ts')).gen,
  },
  lint: {
    usage: 'lint [documents...]',
    summary: 'Lint documents with Redocly and the rules of redocly.yaml',
    load: async () => (await import('./lint-verb.ts')).lint,
  },
  diff: {
    usage: 'diff [documents...]',
    summary: 'Find breaking changes since the last release',
    load: async () => (await import('./changes-verbs.ts')).diff,
  },
  release: {
    usage: 'release [document]',
    summary: 'Save a document as the release of its version',
    load: async () => (await import('./changes-verbs.ts')).release,
  },
  changelog: {
    usage: 'changelog [documents...]',
    summary: 'Print the changes of each release, as Markdown',
    load: async () => (await import('./changes-verbs.ts')).changelog,
  },
  mock: {
    usage: 'mock [document]',
    summary: 'Serve the examples of a document, or validate the traffic to a server',
    load: async () => (await import('./service-verbs.ts')).mock,
  },
  check: {
    usage: 'check [documentAndArguments...]',
    summary: 'Check a running server against a document',
    load: async () => (await import('./service-verbs.ts')).check,
  },
  sandbox: {
    usage: 'sandbox [document]',
    summary: 'Serve a document as a backend that keeps state',
    load: async () => (await import('./sandbox-verb.ts')).sandbox,
  },
  prove: {
    usage: 'prove [document]',
    summary: 'Serve a document with one fault at a time, and report which faults the checks find',
    load: async () => (await import('./prove-verb.ts')).prove,
  },
  mcp: {
    usage: 'mcp [document]',
    summary: 'Serve docs and operations to an AI assistant, over MCP on stdio',
    load: async () => (await import('./mcp-verb.ts')).mcp,
  },
  samples: {
    usage: 'samples [documents...]',
    summary: 'Write each document with code samples for every operation',
    load: async () => (await import('./samples-verb.ts')).samples,
  },
  docs: {
    usage: 'docs [documents...]',
    summary: 'Build a documentation site: reference, code samples, guides, try-it page, search',
    load: async () => (await import('./docs-verb.ts')).docs,
  },
}

/** A defect of the tools (sysexits.h, EX_SOFTWARE). */
const defect = 70

/**
 * Runs the command line; `args` exclude the program name. Resolves with the exit code: 0 success, 1 findings, 2 invalid
 * input, 70 a defect of the tools.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const line: CommandLine = { program: new Command('contract'), terminal, exitCode: 0 }
  line.program
    .description(
      'Bundles, checks and serves OpenAPI documents, and generates code and docs from them.\n\n' +
        'Without documents, a command uses contract.config.ts, or else openapi.yaml, in this folder.',
    )
    .version(readVersion(), '-v, --version', 'print the version')
    .helpCommand('help [command]', 'show the help of a command')
    .helpOption('-h, --help', 'show this help')
    .showHelpAfterError('Run "contract --help" for the list of commands.')
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
    })
    .exitOverride()
  const named = args.find((arg) => !arg.startsWith('-') && arg !== 'help')
  for (const [name, verb] of Object.entries(verbs))
    addVerb(line, verb, name === named ? await verb.load() : undefined)
  for (const command of line.program.commands)
    command
      .copyInheritedSettings(line.program)
      .helpOption('-h, --help', 'show this help')
      .showHelpAfterError(`Run "contract ${command.name()} --help" for its arguments and options.`)
  try {
    // Its name resembles another command, which would be suggested.
    if (named === 'init')
      throw new InputError(
        'There is no command "init". To add a configuration and a first contract to this package, run "npm create @contract-kit .".',
      )
    await line.program.parseAsync(args, { from: 'user' })
    return line.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof InputError) {
      terminal.stderr.write(`${error.message}\n`)
      return 2
    }
    const detail = error instanceof Error ? error.stack : String(error)
    terminal.stderr.write(`This is a bug in contract. Please report it:\n${detail}\n`)
    return defect
  }
}

function readVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
