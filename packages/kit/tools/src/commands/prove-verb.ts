import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type FaultClass, faultClasses } from '@contract-kit/sandbox'
import { selectDocuments } from '../config/load-config.ts'
import { bundleDocument } from '../documents/bundle.ts'
import { InputError } from '../input-error.ts'
import { proveCommand } from '../prove/prove-command.ts'
import { proveDocument, type ProofOptions } from '../prove/prove-document.ts'
import { proofHtml } from '../prove/render-proof-html.ts'
import { percent, proofMarkdown, proofText } from '../prove/render-proof.ts'
import { toChoice, toWholeNumber, type VerbContext, type VerbDescription } from './verb.ts'

interface ProveFlags {
  readonly command?: string
  readonly sample?: number
  readonly class?: readonly FaultClass[]
  readonly operation?: readonly string[]
  readonly atLeast?: number
  readonly cases?: number
  readonly seed?: number
  readonly timeout?: number
  readonly markdown?: string
  readonly html?: string
}

const collect =
  <Value>(read: (text: string) => Value) =>
  (text: string, found: readonly Value[] = []): readonly Value[] => [...found, read(text)]

export const prove: VerbDescription<ProveFlags> = {
  example: 'contract prove openapi.yaml --html proof.html --at-least 90',
  options: (command) =>
    command
      .option(
        '--command <command>',
        'run this command for each fault, with the URL in CONTRACT_URL; default: contract-checker',
      )
      .option(
        '--sample <number>',
        'try at most this many faults, of all kinds',
        toWholeNumber('--sample', 999_999),
      )
      .option(
        '--class <class>',
        `try only faults of this class: ${faultClasses.join(', ')}; may be repeated`,
        collect(toChoice('--class', faultClasses)),
      )
      .option('--operation <id>', 'try only faults of this operation; may be repeated', collect(String))
      .option(
        '--at-least <percent>',
        'exit with 1 if the checks find a smaller share of the faults',
        toWholeNumber('--at-least', 100),
      )
      .option(
        '--cases <number>',
        'random cases of the checker per operation; default: 4',
        toWholeNumber('--cases', 10_000),
      )
      .option('--seed <number>', 'seed of the random cases; default: 1', toWholeNumber('--seed', 999_999_999))
      .option(
        '--timeout <seconds>',
        'time for one run of the command; a longer run counts as having found the fault; default: 120',
        toWholeNumber('--timeout', 86_400),
      )
      .option('--markdown <file>', 'write the result as Markdown')
      .option('--html <file>', 'write the result as an HTML page with a chart'),
  async run(names, options, context) {
    const { cwd, env } = context.terminal
    const project = await selectDocuments(cwd, names, options.config)
    const [document] = project.documents
    if (document === undefined) throw new InputError('The configuration has no document.')
    if (project.documents.length > 1)
      context.progress(`Using ${document.name}, the first of ${project.documents.length} documents`)
    const { full } = await bundleDocument(document.source)
    const given: ProofOptions = {
      document: full as unknown as ProofOptions['document'],
      sample: options.sample,
      classes: options.class,
      operations: options.operation,
      cases: options.cases,
      seed: options.seed,
      onProgress: tellProgress(context),
    }
    const proof =
      options.command === undefined
        ? await proveDocument(given)
        : await proveCommand({
            ...given,
            command: options.command,
            cwd,
            env,
            timeoutMs: options.timeout && options.timeout * 1000,
          })
    if (proof.faults.length === 0)
      throw new InputError('No fault is left to try: leave out --class or --operation.')
    if (options.markdown !== undefined) await writeFile(resolve(cwd, options.markdown), proofMarkdown(proof))
    if (options.html !== undefined) await writeFile(resolve(cwd, options.html), proofHtml(proof))
    const wanted = (options.atLeast ?? 0) / 100
    const isEnough = proof.share >= wanted
    return {
      passed: isEnough,
      text: isEnough
        ? proofText(proof)
        : `${proofText(proof)}${percent(proof.share)} is less than the ${percent(wanted)} of --at-least.\n`,
      data: proof,
    }
  },
}

/** Reports progress: in a terminal by rewriting one line, otherwise at every tenth of the faults. */
function tellProgress(context: VerbContext): NonNullable<ProofOptions['onProgress']> {
  const { stderr } = context.terminal
  const started = performance.now()
  let shown = -1
  return (done, total) => {
    const tenth = Math.floor((done / total) * 10)
    if (stderr.isTTY === true) {
      const left =
        done === 0
          ? ''
          : `, ${Math.ceil(((performance.now() - started) / done / 1000) * (total - done))} s left`
      stderr.write(`\r\u001B[KFault ${done + 1} of ${total}${left}${done + 1 === total ? '\n' : ''}`)
    } else if (tenth !== shown) context.progress(`Fault ${done + 1} of ${total}`)
    shown = tenth
  }
}
