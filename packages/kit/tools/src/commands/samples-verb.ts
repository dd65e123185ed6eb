import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { type Project, type ProjectDocument, selectDocuments } from '../config/load-config.ts'
import { type Bundle, omitExtensions } from '../documents/bundle.ts'
import { toYaml } from '../documents/yaml.ts'
import type { JsonObject } from '../documents/json.ts'
import { InputError } from '../input-error.ts'
import { toSamplesOptions } from '../samples/project-samples.ts'
import { sampleLanguages, type SamplesOptions, withSamples } from '../samples/with-samples.ts'
import { eachBundle } from './build-verbs.ts'
import type { VerbDescription } from './verb.ts'

interface SamplesVerbOptions {
  readonly outDir?: string
  readonly languages?: readonly string[]
}

export const samples: VerbDescription<SamplesVerbOptions> = {
  example: 'contract samples --languages curl,python,go',
  options: (command) =>
    command
      .option('-o, --out-dir <folder>', 'folder to write; default: dist')
      .option(
        '-l, --languages <list>',
        `languages, separated by commas: ${sampleLanguages.join(', ')}`,
        (text: string) => text.split(',').map((name) => name.trim()),
      ),
  async run(names, { outDir, languages, config }, context) {
    const { cwd } = context.terminal
    const project = await selectDocuments(cwd, names, config)
    if (project.samples === false) {
      throw new InputError('The configuration says "samples: false"; remove that to write samples.')
    }
    const folder = outDir === undefined ? project.outDir : resolve(cwd, outDir)
    await mkdir(folder, { recursive: true })
    const files: string[] = []
    const warnings: string[] = []
    await eachBundle(project, context, async (document, bundled) => {
      const options = {
        ...(languages && { languages }),
        onSkipped: (text: string) => void warnings.push(text),
      }
      const sampled = toSampledDocument(project, document, bundled, options)
      const file = join(folder, `${document.name}.docs.yaml`)
      await writeFile(file, toYaml(sampled, bundled.digits))
      files.push(relative(cwd, file))
    })
    const lines = [...warnings.map((text) => `warning: ${text}`), ...files.map((file) => `${file} written`)]
    return {
      passed: warnings.length === 0,
      text: lines.map((text) => `${text}\n`).join(''),
      data: { files, warnings },
    }
  },
}

/**
 * The published document with the configured samples; without samples if the configuration has
 * `samples: false`. `changes` override configured options.
 */
export function toSampledDocument(
  project: Project,
  document: ProjectDocument,
  { full, published }: Bundle,
  changes: Pick<SamplesOptions, 'languages' | 'onSkipped'> = {},
): JsonObject {
  const options = toSamplesOptions(project, document)
  if (options === undefined) return published
  const sampled = withSamples(full, { ...options, ...changes })
  return omitExtensions(sampled, project.internalExtensions ?? [])
}
