import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { InputError } from '../input-error.ts'
import { addBuildVerbs } from './build-verbs.ts'
import { addChangesVerbs } from './changes-verbs.ts'
import { addDocsVerb } from './docs-verb.ts'
import { addInitVerb } from './init-verb.ts'
import { addLintVerb } from './lint-verb.ts'
import { addMcpVerb } from './mcp-verb.ts'
import { addSandboxVerb } from './sandbox-verb.ts'
import { addServiceVerbs } from './service-verbs.ts'
import { addSamplesVerb } from './samples-verb.ts'
import type { CommandLine, Terminal } from './verb.ts'

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
  addBuildVerbs(line)
  addLintVerb(line)
  addChangesVerbs(line)
  addServiceVerbs(line)
  addSandboxVerb(line)
  addMcpVerb(line)
  addSamplesVerb(line)
  addDocsVerb(line)
  addInitVerb(line)
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
