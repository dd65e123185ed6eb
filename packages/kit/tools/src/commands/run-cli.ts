import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { InputError } from '../input-error.ts'
import { addVerb, type CommandLine, type Terminal, type VerbDescription, type VerbSummary } from './verb.ts'

/** A verb of the list, and the way to the rest of it. */
interface ListedVerb extends VerbSummary {
  readonly load: () => Promise<VerbDescription<never>>
}

/** The modules of all verbs together need seconds to load, so a run loads the one that it names, and help loads none. */
const verbs: Readonly<Record<string, ListedVerb>> = {
  bundle: {
    usage: 'bundle [documents...]',
    summary: 'Write each document in one piece, as YAML and JSON',
    load: async () => (await import('./build-verbs.ts')).bundle,
  },
  gen: {
    usage: 'gen [documents...]',
    summary: 'Generate types, operation tables and clients',
    load: async () => (await import('./build-verbs.ts')).gen,
  },
  lint: {
    usage: 'lint [documents...]',
    summary: 'Lint documents by Redocly, with the rules of redocly.yaml',
    load: async () => (await import('./lint-verb.ts')).lint,
  },
  diff: {
    usage: 'diff [documents...]',
    summary: 'Compare documents with their last release, and find breaking changes',
    load: async () => (await import('./changes-verbs.ts')).diff,
  },
  release: {
    usage: 'release [document]',
    summary: 'Keep the bundle of a document as released under its version',
    load: async () => (await import('./changes-verbs.ts')).release,
  },
  changelog: {
    usage: 'changelog [documents...]',
    summary: 'Write what changed from release to release, as Markdown',
    load: async () => (await import('./changes-verbs.ts')).changelog,
  },
  mock: {
    usage: 'mock [document]',
    summary:
      'Serve the examples of a document, for one response at a time, or validate what passes to a server; "contract sandbox" remembers',
    load: async () => (await import('./service-verbs.ts')).mock,
  },
  check: {
    usage: 'check [documentAndArguments...]',
    summary: 'Check a running server against a document',
    load: async () => (await import('./service-verbs.ts')).check,
  },
  sandbox: {
    usage: 'sandbox [document]',
    summary:
      'Serve a document as a backend that remembers, for flows of requests; "contract mock" gives the example that you ask for',
    load: async () => (await import('./sandbox-verb.ts')).sandbox,
  },
  prove: {
    usage: 'prove [document]',
    summary: 'Serve a document wrongly, one fault after another, and tell which ones the checks notice',
    load: async () => (await import('./prove-verb.ts')).prove,
  },
  mcp: {
    usage: 'mcp [document]',
    summary: 'Let an assistant search the docs, read operations and call them, over MCP on stdio',
    load: async () => (await import('./mcp-verb.ts')).mcp,
  },
  samples: {
    usage: 'samples [documents...]',
    summary: 'Write each document with code samples of every operation',
    load: async () => (await import('./samples-verb.ts')).samples,
  },
  docs: {
    usage: 'docs [documents...]',
    summary: 'Build a documentation site: reference with code samples, guides, try-it page, search',
    load: async () => (await import('./docs-verb.ts')).docs,
  },
}

/** A fault of the tools themselves (sysexits.h, EX_SOFTWARE). */
const defect = 70

/**
 * Runs the command line; `args` begin after the name of the program. Resolves with the exit code: 0 done, 1 something was
 * found, 2 the input is wrong, 70 a fault of the tools.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  const line: CommandLine = { program: new Command('contract'), terminal, exitCode: 0 }
  line.program
    .description(
      'The command line of a contract-first API: everything that follows from an OpenAPI document.',
    )
    .version(readVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'show this text')
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
    command.copyInheritedSettings(line.program).helpOption('-h, --help', 'show this text')
  try {
    // Its name is near that of another command, which would be suggested.
    if (named === 'init')
      throw new InputError(
        'There is no command "init": "npm create @contract-kit ." adds a configuration and a first contract to this package.',
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
