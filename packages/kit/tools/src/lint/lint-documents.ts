import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  BaseResolver,
  type Config,
  formatProblems,
  getLineColLocation,
  getTotals,
  isAbsoluteUrl,
  lint,
  lintConfig,
  loadConfig,
  logger,
  type NormalizedProblem,
  type OutputFormat,
} from '@redocly/openapi-core'
import { DocumentError, findNamedReferences } from '@contract-kit/openapi'
import { aliasOf, SourceResolver } from '../documents/bundle-by-redocly.ts'
import { InputError } from '../input-error.ts'

/** One finding of a linter. */
export interface LintProblem {
  readonly rule: string
  readonly severity: 'error' | 'warn'
  readonly message: string
  /** Relative to the working directory. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** JSON Pointer in the file, as a fragment: `#/paths/~1trips`. */
  readonly pointer: string
}

/** A finding, and Redocly's original problem for printing. */
export interface LintFinding {
  readonly problem: LintProblem
  readonly source: NormalizedProblem
}

/** The result of linting. */
export interface LintRun {
  /** Errors first. */
  readonly findings: readonly LintFinding[]
  /** One sentence for each unknown Redocly setting. */
  readonly mistakes: readonly string[]
}

const settingsNames = ['redocly.yaml', 'redocly.yml']

/**
 * Lints files with Redocly and the settings in `redocly.yaml` of the folder. Default: Redocly's recommended rules and
 * those of this package. A problem of a file that several documents share is reported once. Throws an InputError if a
 * file has a format that Redocly does not support, or if the settings are invalid.
 */
export async function lintFiles(folder: string, files: readonly string[]): Promise<LintRun> {
  const own = settingsNames.map((name) => join(folder, name)).find((path) => existsSync(path))
  const scratch = await mkdtemp(join(tmpdir(), 'contract-lint-'))
  try {
    const configPath = own ?? join(scratch, 'redocly.yaml')
    if (own === undefined) await writeFile(configPath, defaultSettings())
    const config = await loadConfig({ configPath }).catch((error: unknown) => {
      throw explain(error, 'The settings cannot be read')
    })
    const found: NormalizedProblem[] = []
    for (const file of files) {
      const ofFile = await lintFile(file, config.forAlias(aliasOf(file, folder, config))).catch(
        (error: unknown) => {
          throw explain(error, `${relative(folder, file)} cannot be linted`)
        },
      )
      found.push(...ofFile)
    }
    const mistakes = own === undefined ? [] : await lintConfig({ config, severity: 'warn' })
    return {
      findings: listOnce(found.map((source) => ({ problem: toProblem(source, folder), source }))),
      mistakes: mistakes.map(({ message }) => `${relative(folder, configPath)}: ${message}`),
    }
  } finally {
    await rm(scratch, { recursive: true })
  }
}

/** The findings as Redocly prints them in one of its formats. */
export function printFindings(
  findings: readonly LintFinding[],
  format: OutputFormat,
  folder: string,
): string {
  const texts: string[] = []
  logger.output = (text) => void texts.push(text)
  try {
    // Redocly omits findings in its own ignore file, so findings are filtered before.
    const problems = findings.map(({ source }) => ({ ...source, ignored: false }))
    const totals = getTotals(problems)
    const maxProblems = problems.length
    formatProblems(problems, { format, cwd: folder, totals, maxProblems, color: false, command: 'lint' })
  } finally {
    Reflect.deleteProperty(logger, 'output')
  }
  return texts.join('')
}

/** Redocly does not resolve references by name. If it fails on one, the files are read as this package reads them. */
async function lintFile(ref: string, config: Config): Promise<readonly NormalizedProblem[]> {
  const found = await lint({ ref, config, externalRefResolver: new BaseResolver(config.resolve) })
  if (!found.some(({ ruleId }) => ruleId === 'no-unresolved-refs')) return found
  const named = await findNamedReferences(ref).catch((error: unknown) => {
    // Redocly reports the error.
    if (error instanceof DocumentError) return undefined
    throw error
  })
  return lint({ ref, config, externalRefResolver: new SourceResolver(config.resolve, named, false) })
}

function defaultSettings(): string {
  const plugin = fileURLToPath(import.meta.resolve('@contract-kit/tools/redocly-plugin'))
  // JSON is YAML.
  return JSON.stringify({ plugins: [plugin], extends: ['recommended', 'contract/recommended'] })
}

function toProblem({ ruleId, severity, message, location }: NormalizedProblem, folder: string): LintProblem {
  const [place] = location
  const { absoluteRef = folder } = place?.source ?? {}
  const { line = 1, col = 1 } = place === undefined ? {} : getLineColLocation(place).start
  return {
    rule: ruleId,
    severity: severity === 'error' ? 'error' : 'warn',
    message,
    file: isAbsoluteUrl(absoluteRef) ? absoluteRef : relative(folder, absoluteRef).replaceAll('\\', '/'),
    line,
    column: col,
    pointer: place?.pointer ?? '',
  }
}

/** Redocly reports a file for each document that refers to it. */
function listOnce(findings: readonly LintFinding[]): readonly LintFinding[] {
  const once = [...new Map(findings.map((finding) => [JSON.stringify(finding.problem), finding])).values()]
  return once.toSorted((a, b) => rank(a) - rank(b))
}

const rank = ({ problem }: LintFinding): number => (problem.severity === 'error' ? 0 : 1)

/** Converts plain errors of Redocly, a sentence each, for unsupported input. All others are defects. */
function explain(error: unknown, consequence: string): unknown {
  if (!(error instanceof Error) || !sentences.has(error.constructor.name)) return error
  return new InputError(`${consequence}: ${error.message}`)
}

const sentences: ReadonlySet<string> = new Set([
  'Error',
  'HandledError',
  'ConfigValidationError',
  'ResolveError',
  'YamlParseError',
])
