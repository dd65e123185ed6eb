import { join, relative, resolve } from 'node:path'
import { buildSite, type SiteOptions } from '@contract-kit/docs'
import { type Project, selectDocuments } from '../config/load-config.ts'
import { count } from '../count.ts'
import type { JsonObject } from '../documents/json.ts'
import { InputError } from '../input-error.ts'
import { createProjectSamples } from '../samples/project-samples.ts'
import { eachBundle } from './build-verbs.ts'
import { toSampledDocument } from './samples-verb.ts'
import type { VerbDescription } from './verb.ts'

export const docs: VerbDescription<{ readonly outDir?: string }> = {
  example: 'contract docs --out-dir public',
  options: (command) => command.option('-o, --out-dir <folder>', 'folder to write; default: dist/docs'),
  async run(names, { outDir, config }, context) {
    const { cwd } = context.terminal
    const project = await selectDocuments(cwd, names, config)
    const documents: object[] = []
    const bundles: JsonObject[] = []
    await eachBundle(project, context, async (document, bundled) => {
      documents.push(toSampledDocument(project, document, bundled))
      bundles.push(bundled.full)
    })
    context.progress('Building the site')
    const folder = outDir === undefined ? join(project.outDir, 'docs') : resolve(cwd, outDir)
    const { pages, warnings, notes, notesPage } = await buildSite({
      ...toSiteOptions(project, documents, folder),
      toSamples: createProjectSamples(project, bundles),
    }).catch(explain)
    const place = relative(cwd, folder) || '.'
    const shown = notes.slice(0, shownNotes)
    const lines = [
      ...warnings.map((warning) => `warning: ${warning}`),
      ...shown.map((note) => `note: ${note}`),
      ...(shown.length < notes.length ? [`and ${notes.length - shown.length} more notes`] : []),
      `${pages.length} pages in ${place}`,
      ...(notesPage === undefined
        ? []
        : [`${count(notes.length, 'note')} on the document in ${join(place, notesPage)}`]),
    ]
    return {
      passed: warnings.length === 0,
      text: lines.map((text) => `${text}\n`).join(''),
      data: { folder: place, pages, warnings, notes, notesPage },
    }
  },
}

/** The most notes to print; the page lists all. */
const shownNotes = 10

/** The site options from the configuration, with an absolute folder of guides. Adds error pages if an error header is configured. */
function toSiteOptions(project: Project, documents: readonly object[], outDir: string): SiteOptions {
  const { guides, ...options } = (project.docs ?? {}) as Partial<SiteOptions>
  const codeHeader = project.errors?.codeHeader
  return {
    ...options,
    ...(codeHeader !== undefined && { errors: { codeHeader, ...options.errors } }),
    ...(guides !== undefined && { guides: resolve(project.root, guides) }),
    documents: documents.map((document, index) => ({ ...options.documents?.[index], document })),
    outDir,
  }
}

/** Converts plain errors of the site builder, which report invalid options in a sentence. All others are defects. */
function explain(error: unknown): never {
  if (error instanceof Error && error.constructor === Error) throw new InputError(error.message)
  throw error
}
