import { glob } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { selectDocuments } from '../config/load-config.ts'
import { InputError } from '../input-error.ts'
import { lintFiles } from '../lint/lint-documents.ts'
import { toChoice, type VerbDescription } from './verb.ts'

const formats = ['stylish', 'codeframe', 'markdown', 'checkstyle', 'codeclimate', 'github-actions'] as const

export const lint: VerbDescription<{ readonly format?: (typeof formats)[number] }> = {
  example: 'contract lint --format github-actions',
  options: (command) =>
    command.option(
      '--format <format>',
      `${formats.join(', ')}; stylish unless given`,
      toChoice('--format', formats),
    ),
  async run(names, { format = 'stylish', config, json }, context) {
    const project = await selectDocuments(context.terminal.cwd, names, config)
    const { failOnWarnings = true, files: patterns = [] } = project.lint ?? {}
    const others = names.length === 0 ? await expand(project.root, patterns) : []
    const sources = [...project.documents.map(({ source }) => source), ...others]
    context.progress(`Linting ${sources.length} file${sources.length === 1 ? '' : 's'}`)
    const { text, problems } = await lintFiles(project.root, sources, json === true ? undefined : format)
    const errors = problems.filter(({ severity }) => severity === 'error').length
    const warnings = problems.length - errors
    const counts = `${errors} error${errors === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}\n`
    return {
      passed: errors === 0 && (warnings === 0 || !failOnWarnings),
      text: `${text}${counts}`,
      data: { errors, warnings, problems },
    }
  },
}

/** The files of patterns, `workflows/*.arazzo.yaml`. Throws if one has none. */
async function expand(root: string, patterns: readonly string[]): Promise<readonly string[]> {
  const files: string[] = []
  for (const pattern of patterns) {
    const found: string[] = []
    for await (const file of glob(pattern, { cwd: root })) found.push(file)
    if (found.length === 0)
      throw new InputError(`No file matches "${pattern}" in lint.files of the configuration.`)
    files.push(...found.toSorted().map((file) => (isAbsolute(file) ? file : join(root, file))))
  }
  return files
}
