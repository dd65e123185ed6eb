import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { InputError } from '../input-error.ts'
import type { CommandLine, Terminal } from './verb.ts'

type AddVerbs = (line: CommandLine) => void

const loadBuildVerbs = async (): Promise<AddVerbs> => (await import('./build-verbs.ts')).addBuildVerbs
const loadChangesVerbs = async (): Promise<AddVerbs> => (await import('./changes-verbs.ts')).addChangesVerbs
const loadServiceVerbs = async (): Promise<AddVerbs> => (await import('./service-verbs.ts')).addServiceVerbs

/** The modules of all verbs together need seconds to load, so a run loads the one that it names; help loads them all. */
const loaders: Readonly<Record<string, () => Promise<AddVerbs>>> = {
  bundle: loadBuildVerbs,
  gen: loadBuildVerbs,
  lint: async () => (await import('./lint-verb.ts')).addLintVerb,
  diff: loadChangesVerbs,
  release: loadChangesVerbs,
  changelog: loadChangesVerbs,
  mock: loadServiceVerbs,
  check: loadServiceVerbs,
  sandbox: async () => (await import('./sandbox-verb.ts')).addSandboxVerb,
  mcp: async () => (await import('./mcp-verb.ts')).addMcpVerb,
  samples: async () => (await import('./samples-verb.ts')).addSamplesVerb,
  docs: async () => (await import('./docs-verb.ts')).addDocsVerb,
  init: async () => (await import('./init-verb.ts')).addInitVerb,
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
  const named = loaders[args[0] ?? '']
  for (const load of named === undefined ? new Set(Object.values(loaders)) : [named]) (await load())(line)
  for (const command of line.program.commands)
    command.copyInheritedSettings(line.program).helpOption('-h, --help', 'show this text')
  try {
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
