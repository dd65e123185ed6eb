import {
  formatProblems,
  getTotals,
  lint,
  loadConfig,
  logger,
  type NormalizedProblem,
  type OutputFormat,
} from '@redocly/openapi-core'
import { DocumentError, findNamedReferences } from '@contract-kit/openapi'
import { aliasOf, SourceResolver } from '../documents/bundle-by-redocly.ts'

/**
 * Lints documents whose references name their target, which the command line of Redocly cannot follow: by its library, which reads files
 * as this package does. Gives what Redocly prints in each format.
 */
export async function lintNamed(
  folder: string,
  files: readonly string[],
  configPath: string,
  formats: readonly OutputFormat[],
): Promise<readonly string[]> {
  const config = await loadConfig({ configPath })
  const problems: NormalizedProblem[] = []
  for (const file of files) {
    const named = await findNamedReferences(file).catch((error: unknown) => {
      // Redocly says what is wrong with it.
      if (error instanceof DocumentError) return undefined
      throw error
    })
    const found = await lint({
      ref: file,
      config: config.forAlias(aliasOf(file, folder, config)),
      externalRefResolver: new SourceResolver(config.resolve, named, false),
    })
    problems.push(...found)
  }
  return formats.map((format) => print(problems, format, folder))
}

function print(problems: NormalizedProblem[], format: OutputFormat, cwd: string): string {
  const texts: string[] = []
  logger.output = (text) => void texts.push(text)
  try {
    const totals = getTotals(problems)
    formatProblems(problems, { format, cwd, totals, maxProblems: 10_000, color: false, command: 'lint' })
  } finally {
    Reflect.deleteProperty(logger, 'output')
  }
  return texts.join('')
}
