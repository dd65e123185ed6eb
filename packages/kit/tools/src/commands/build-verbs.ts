import { relative, resolve } from 'node:path'
import { type Project, type ProjectDocument, selectDocuments } from '../config/load-config.ts'
import { type Bundle, bundleDocument, writeBundle } from '../documents/bundle.ts'
import { InputError } from '../input-error.ts'
import type { VerbContext, VerbDescription } from './verb.ts'

export const bundle: VerbDescription<{ readonly outDir?: string }> = {
  example: 'contract bundle',
  options: (command) => command.option('-o, --out-dir <folder>', 'folder to write; default: dist'),
  async run(names, options, context) {
    const project = await selectDocuments(context.terminal.cwd, names, options.config)
    const { cwd } = context.terminal
    const outDir = options.outDir === undefined ? project.outDir : resolve(cwd, options.outDir)
    const files: string[] = []
    await eachBundle(project, context, async (document, bundled) => {
      files.push(...(await writeBundle(outDir, document.name, bundled)))
    })
    const written = files.map((file) => relative(cwd, file))
    return {
      passed: true,
      text: written.map((file) => `${file} written\n`).join(''),
      data: { files: written },
    }
  },
}

export const gen: VerbDescription<{ readonly check?: boolean }> = {
  example: 'contract gen --check',
  options: (command) => command.option('--check', 'write nothing; exit with 1 if a generated file is stale'),
  async run(names, { check = false, config }, context) {
    const { cwd } = context.terminal
    const project = await selectDocuments(cwd, names, config)
    if (project.documents.every((document) => document.generate === undefined)) {
      throw new InputError(
        'The configuration does not say what to generate; add "generate: { types: \'src/openapi.ts\' }" to a document in contract.config.ts.',
      )
    }
    // Loaded lazily: it includes the compiler, which takes a second, and other verbs only bundle.
    const { generateFiles, listStaleFiles, writeFiles } = await import('../generate/generate.ts')
    const stale: string[] = []
    const notes: string[] = []
    let files = 0
    await eachBundle(project, context, async (document, bundled) => {
      const generation = await generateFiles(project, document, bundled)
      files += generation.files.length
      notes.push(...generation.notes)
      const paths = await (check ? listStaleFiles(generation.files) : writeFiles(generation.files))
      stale.push(...paths.map((path) => relative(cwd, path)))
    })
    for (const note of notes) context.progress(`note: ${note}`)
    const lines = [
      ...stale.map((file) => (check ? `${file} is stale; run "contract gen"` : `${file} written`)),
      ...(stale.length === 0 ? [`${files} generated files are up to date`] : []),
    ]
    return {
      passed: !check || stale.length === 0,
      text: lines.map((text) => `${text}\n`).join(''),
      data: check ? { stale, notes } : { written: stale, notes },
    }
  },
}

/** Bundles the documents of a project one after the other. */
export async function eachBundle(
  { documents, internalExtensions }: Project,
  context: VerbContext,
  use: (document: ProjectDocument, bundled: Bundle) => Promise<void>,
): Promise<void> {
  for (const document of documents) {
    context.progress(`Bundling ${relative(context.terminal.cwd, document.source)}`)
    await use(document, await bundleDocument(document.source, internalExtensions))
  }
}
