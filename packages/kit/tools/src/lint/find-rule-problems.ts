import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { lintFiles } from './lint-documents.ts'

/** A test document for a rule. */
export interface RuleCase {
  /** The rule with its plugin: `contract/array-bounded`. */
  readonly rule: string
  /** Merged into an empty document. */
  readonly document: object
  /** Further files that the document refers to. */
  readonly files?: Readonly<Record<string, object>>
  readonly options?: object
}

/** One finding of a rule: place and message. */
export interface RuleProblem {
  readonly file: string
  readonly pointer: string
  readonly message: string
}

/**
 * Runs the linter on small documents, to test rules. Returns the problems of each case, in
 * order. `plugins` are paths or packages, as in redocly.yaml. All cases share one run.
 */
export async function findRuleProblems(
  plugins: readonly string[],
  cases: readonly RuleCase[],
): Promise<readonly (readonly RuleProblem[])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'contract-rules-'))
  try {
    const apis = cases.map(({ rule, options }, index) => [
      `case${index}`,
      { root: `case${index}/openapi.yaml`, rules: { [rule]: { severity: 'error', ...options } } },
    ])
    await writeJson(join(folder, 'redocly.yaml'), { plugins, apis: Object.fromEntries(apis) })
    for (const [index, { document, files = {} }] of cases.entries()) {
      const whole = { openapi: '3.1.1', info: { title: 'Case', version: '1.0.0' }, paths: {}, ...document }
      for (const [name, content] of Object.entries({ 'openapi.yaml': whole, ...files }))
        await writeJson(join(folder, `case${index}`, name), content)
    }
    const names = cases.map((_case, index) => `case${index}`)
    const documents = names.map((name) => join(folder, name, 'openapi.yaml'))
    const problems = (await lintFiles(folder, documents)).findings.map(({ problem }) => problem)
    return names.map((name) =>
      problems
        .filter(({ file }) => file.startsWith(`${name}/`))
        .map(({ file, pointer, message }) => ({ file: file.slice(name.length + 1), pointer, message })),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function writeJson(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(content))
}
