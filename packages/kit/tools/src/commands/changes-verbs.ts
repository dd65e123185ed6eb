import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { acceptedChangesFile, toAcceptedChange } from '../changes/accepted-changes.ts'
import { listChangelog, renderChangelog } from '../changes/changelog.ts'
import { compareDocuments } from '../changes/compare-documents.ts'
import { impacts, type Change } from '../changes/change.ts'
import type { Policies } from '../changes/policies.ts'
import { readReleases, versionOf, writeRelease } from '../changes/releases.ts'
import { renderAnnotations, renderMarkdown, renderText, type Verdict } from '../changes/render-changes.ts'
import { judgeVersion } from '../changes/versions.ts'
import { type Project, type ProjectDocument, selectDocuments } from '../config/load-config.ts'
import { bundleDocument } from '../documents/bundle.ts'
import type { JsonObject } from '../documents/json.ts'
import { readBase } from '../documents/read-base.ts'
import {
  changeIgnoreFile,
  type IgnoredPlace,
  judgeFindings,
  readIgnoreFile,
  renderUnused,
} from '../ignore-file.ts'
import { InputError } from '../input-error.ts'
import { eachBundle } from './build-verbs.ts'
import { toChoice, type VerbContext, type VerbDescription, type VerbResult } from './verb.ts'

const formats = ['text', 'json', 'markdown', 'github'] as const
const failures = ['major', 'minor', 'patch', 'version', 'none'] as const

interface DiffFlags {
  readonly base?: string
  readonly revision?: string
  readonly format?: (typeof formats)[number]
  readonly failOn?: (typeof failures)[number]
  readonly quiet?: boolean
  readonly generateIgnoreFile?: boolean
}

/** The result of comparing one document. */
interface DocumentVerdict extends Verdict {
  /** Stale entries of the file of accepted changes. */
  readonly unused: readonly IgnoredPlace[]
  readonly source: string
}

export const diff: VerbDescription<DiffFlags> = {
  example: 'contract diff --base main --fail-on major',
  options: (command) =>
    command
      .option(
        '--base <document>',
        'compare with this file, URL or git revision (main, main:openapi.yaml); default: the last release',
      )
      .option('--revision <file>', 'document to compare; default: those of the configuration')
      .option('--format <format>', 'text (default), json, markdown or github', toChoice('--format', formats))
      .option(
        '--fail-on <impact>',
        'exit with 1 for changes of this impact or above: major, minor, patch; version: if the version number does not match the changes; none: never',
        toChoice('--fail-on', failures),
      )
      .option('--quiet', 'in text format, list only breaking changes, and count the others')
      .option(
        '--generate-ignore-file',
        `accept the current breaking changes in ${acceptedChangesFile.name}, so that only new ones fail`,
      ),
  async run(names, options, context) {
    const { base, revision, format = options.json === true ? 'json' : 'text' } = options
    const given = revision === undefined ? names : [revision]
    const project = await selectDocuments(context.terminal.cwd, given, options.config)
    const entries = await readIgnoreFile(project.root, acceptedChangesFile)
    const verdicts: DocumentVerdict[] = []
    await eachBundle(project, context, async (document, { published }) => {
      const last =
        base === undefined
          ? await lastRelease(project, document, context)
          : await readBase(context.terminal.cwd, base, document.source)
      if (last !== undefined)
        verdicts.push(await judge(project, document, [last, published], entries, options.failOn, context))
    })
    const unused = verdicts.flatMap((verdict) => verdict.unused)
    if (options.generateIgnoreFile === true) return await acceptChanges(project.root, verdicts)
    if (unused.length > 0) context.progress(renderUnused(acceptedChangesFile, 'diff', unused, true))
    const data = verdicts.map(({ source: _source, ...verdict }) => verdict)
    return {
      passed: verdicts.every(({ problems }) => problems.length === 0),
      text:
        format === 'json'
          ? `${JSON.stringify(data, null, 2)}\n`
          : verdicts.map((one) => render(one, format, options.quiet)).join('\n'),
      data,
    }
  },
}

/** Updates the file of accepted changes: adds breaking changes, and removes stale entries. */
async function acceptChanges(root: string, verdicts: readonly DocumentVerdict[]): Promise<VerbResult> {
  const unused = verdicts.flatMap((verdict) => verdict.unused)
  const breaking = verdicts.flatMap(({ name, changes }) =>
    changes.filter(({ impact }) => impact === 'major').map((change) => placeOf(name, change)),
  )
  return await changeIgnoreFile(root, acceptedChangesFile, breaking, unused)
}

function render(verdict: DocumentVerdict, format: 'text' | 'markdown' | 'github', quiet = false): string {
  if (format === 'markdown') return renderMarkdown(verdict)
  if (format === 'github') return renderAnnotations(verdict, verdict.source)
  return renderText(verdict, quiet ? ['major'] : ['major', 'minor'])
}

/** The base of the comparison; undefined before the first release. */
async function lastRelease(
  project: Project,
  { name, released }: ProjectDocument,
  context: VerbContext,
): Promise<JsonObject | undefined> {
  if (released === undefined) {
    if (project.documents.length > 1) {
      context.progress(`${name} has no folder of releases`)
      return undefined
    }
    throw new InputError(
      `There is nothing to compare ${name} with; give --base, or set its folder of releases in "released" of the configuration.`,
    )
  }
  const last = (await readReleases(released)).at(-1)
  if (last === undefined)
    context.progress(`${name} has no release yet; save the first with "contract release"`)
  return last?.document
}

const placeOf = (document: string, { rule, place }: Change): IgnoredPlace => ({ document, rule, place })

async function judge(
  project: Project,
  document: ProjectDocument,
  [base, revision]: readonly [JsonObject, JsonObject],
  entries: readonly IgnoredPlace[],
  flag: DiffFlags['failOn'],
  { terminal }: VerbContext,
): Promise<DocumentVerdict> {
  const { versioning = 'semver', failOn = versioning === 'none' ? 'major' : 'version' } =
    project.changes ?? {}
  const own = entries.filter((entry) => entry.document === document.name)
  const changes = compareDocuments(base, revision, policiesOf(project, own))
  const [before, now] = [versionOf(base), versionOf(revision)]
  const limit = flag ?? failOn
  return {
    name: document.name,
    file: relative(terminal.cwd, document.source),
    base: before,
    revision: now,
    changes,
    unused: judgeFindings(changes, (change) => placeOf(document.name, change), own).unused,
    problems:
      limit === 'version' ? judgeVersion(versioning, before, now, changes) : exceeding(changes, limit),
    source: await readFile(document.source, 'utf8'),
  }
}

/** The reason why changes of an impact fail, as one sentence; empty without such changes. */
function exceeding(
  changes: readonly Change[],
  limit: 'major' | 'minor' | 'patch' | 'none',
): readonly string[] {
  if (limit === 'none') return []
  const failing = impacts.slice(0, impacts.indexOf(limit) + 1)
  const { length } = changes.filter(({ impact }) => failing.includes(impact))
  return length === 0
    ? []
    : [`${length} change${length === 1 ? '' : 's'} of the impact ${failing.join(' or ')}.`]
}

/** The policies of a configuration, with its accepted changes. */
function policiesOf(
  { access, changes = {} }: Project,
  accepted: readonly IgnoredPlace[] = [],
): Partial<Policies> {
  const { deprecation = {}, rules } = changes
  const { sunsetExtension, minimumDays, removalAfterSunset } = deprecation
  return {
    ...(access !== undefined && {
      access: { extension: access.extension ?? 'x-access', levels: access.levels },
    }),
    ...(rules !== undefined && { rules }),
    accepted: accepted.map(toAcceptedChange),
    ...(sunsetExtension !== undefined && { sunsetExtension }),
    ...(minimumDays !== undefined && { minimumDays }),
    ...(removalAfterSunset !== undefined && { removalAfterSunset }),
  }
}

export const release: VerbDescription<{ readonly note?: string; readonly date?: string }> = {
  example: 'contract release openapi --note "Bookings can be moved."',
  options: (command) =>
    command
      .option('--note <sentence>', 'summary of the release for the changelog; required')
      .option('--date <date>', 'date of the release, such as 2026-11-25; default: today'),
  async run(names, { note, date, config }, context) {
    const project = await selectDocuments(context.terminal.cwd, names, config)
    const [document, ...others] = project.documents
    if (document === undefined || others.length > 0) {
      const known = project.documents.map(({ name }) => name).join(', ')
      throw new InputError(`Name the document to release: ${known}.`)
    }
    if (note === undefined || note.trim() === '')
      throw new InputError('Summarize the release in one sentence: --note "…".')
    if (date !== undefined && !/^\d{4}-\d\d-\d\d$/.test(date))
      throw new InputError(`--date must be a date such as 2026-11-25, not "${date}".`)
    if (document.released === undefined)
      throw new InputError(
        `Set the folder of releases of ${document.name} in "released" of the configuration.`,
      )
    const accepted = await readIgnoreFile(project.root, acceptedChangesFile)
    const { published, digits } = await bundleDocument(document.source, project.internalExtensions)
    const problems = await writeRelease({
      folder: document.released,
      document: published,
      digits,
      date: date ?? new Date().toISOString().slice(0, 10),
      note,
      versioning: project.changes?.versioning ?? 'semver',
      policies: policiesOf(
        project,
        accepted.filter((entry) => entry.document === document.name),
      ),
    })
    const version = versionOf(published)
    const written = `${relative(context.terminal.cwd, document.released)}/${version}.yaml written; commit it\n`
    return {
      passed: problems.length === 0,
      text: problems.length === 0 ? written : problems.map((problem) => `${problem}\n`).join(''),
      data: { document: document.name, version, problems },
    }
  },
}

export const changelog: VerbDescription<object> = {
  example: 'contract changelog > CHANGELOG.md',
  async run(names, { config }, context) {
    const project = await selectDocuments(context.terminal.cwd, names, config)
    const logs: { readonly document: string; readonly entries: ReturnType<typeof listChangelog> }[] = []
    await eachBundle(project, context, async ({ name, released }, { published }) => {
      const releases = released === undefined ? [] : await readReleases(released)
      logs.push({ document: name, entries: listChangelog(releases, published, policiesOf(project)) })
    })
    const isOne = logs.length === 1
    const texts = logs.map(({ document, entries }) =>
      isOne ? renderChangelog(entries) : `## ${document}\n\n${renderChangelog(entries, 3)}`,
    )
    return { passed: true, text: texts.join('\n'), data: logs }
  },
}
