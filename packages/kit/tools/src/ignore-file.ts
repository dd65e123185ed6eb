import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Document, isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from 'yaml'
import type { VerbResult } from './commands/verb.ts'
import { InputError } from './input-error.ts'

/** A file of ignored findings, beside the configuration: lists of places by document and rule, as in Redocly. */
export interface IgnoreFile {
  readonly name: string
  /** The kind of its places, such as JSON Pointers. */
  readonly places: string
  /** The comment at the top of the file. */
  readonly banner: string
}

/** A rule at a place of a document. */
export interface IgnoredPlace {
  readonly document: string
  readonly rule: string
  readonly place: string
  /** The comment after the place. */
  readonly reason?: string
}

/** The entries of the file in a folder; empty without a file. Throws an InputError if its format is invalid. */
export async function readIgnoreFile(folder: string, file: IgnoreFile): Promise<readonly IgnoredPlace[]> {
  const wrongFormat = (): InputError =>
    new InputError(`${file.name} must hold lists of ${file.places} by rule, by document.`)
  const pairsOf = (node: unknown): readonly (readonly [key: string, value: unknown])[] => {
    if (!isMap(node)) throw wrongFormat()
    return node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), value])
  }
  const { contents } = await readYaml(folder, file)
  if (contents === null) return []
  return pairsOf(contents).flatMap(([document, rules]) =>
    pairsOf(rules).flatMap(([rule, places]) => {
      if (!isSeq(places)) throw wrongFormat()
      return places.items.map((item) => {
        if (!isScalar(item)) throw wrongFormat()
        const reason = item.comment?.trim()
        const entry = { document, rule, place: String(item.value) }
        return reason === undefined ? entry : { ...entry, reason }
      })
    }),
  )
}

/** Adds and removes entries of the file in a folder. Remaining entries keep their comments. Resolves with a summary for the user. */
export async function changeIgnoreFile(
  folder: string,
  file: IgnoreFile,
  places: readonly IgnoredPlace[],
  removed: readonly IgnoredPlace[],
): Promise<VerbResult> {
  const entries = await readIgnoreFile(folder, file)
  const present = new Set(entries.map(keyOf))
  const added = [...new Map(places.map((one) => [keyOf(one), one])).values()].filter(
    (one) => !present.has(keyOf(one)),
  )
  const yaml = await readYaml(folder, file)
  if (yaml.contents === null) {
    yaml.contents = yaml.createNode({})
    yaml.commentBefore = file.banner
  }
  for (const { document, rule, place } of removed) {
    const listed = yaml.getIn([document, rule]) as YAMLSeq
    listed.items = listed.items.filter((item) => !isScalar(item) || item.value !== place)
    if (listed.items.length === 0) yaml.deleteIn([document, rule])
    const rules = yaml.get(document)
    if (isMap(rules) && rules.items.length === 0) yaml.delete(document)
  }
  for (const { document, rule, place } of added) {
    if (yaml.hasIn([document, rule])) yaml.addIn([document, rule], place)
    else yaml.setIn([document, rule], yaml.createNode([place]))
  }
  await writeFile(join(folder, file.name), yaml.toString({ lineWidth: 0 }))
  const counts = {
    added: added.length,
    removed: removed.length,
    total: entries.length - removed.length + added.length,
  }
  const text = `${file.name}: ${counts.added} added, ${counts.removed} removed, ${counts.total} in all\n`
  return { passed: true, text, data: counts }
}

/** Findings, divided by an ignore file. */
export interface JudgedFindings<Finding> {
  readonly reported: readonly Finding[]
  readonly ignored: readonly (readonly [Finding, IgnoredPlace])[]
  /** Entries without a finding. */
  readonly unused: readonly IgnoredPlace[]
}

/** Divides findings by document, rule and place. `isLooked` returns whether a document was checked. */
export function judgeFindings<Finding>(
  findings: readonly Finding[],
  placeOf: (finding: Finding) => IgnoredPlace,
  entries: readonly IgnoredPlace[],
  isLooked: (document: string) => boolean = () => true,
): JudgedFindings<Finding> {
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]))
  const entryOf = (finding: Finding): IgnoredPlace | undefined => byKey.get(keyOf(placeOf(finding)))
  const found = new Set(findings.map((finding) => keyOf(placeOf(finding))))
  return {
    reported: findings.filter((finding) => entryOf(finding) === undefined),
    ignored: findings.flatMap((finding) => {
      const entry = entryOf(finding)
      return entry === undefined ? [] : [[finding, entry] as const]
    }),
    unused: entries.filter((entry) => !found.has(keyOf(entry)) && isLooked(entry.document)),
  }
}

/** The entries without a finding, a line each. Truncates a long list unless all are requested. */
export function renderUnused(
  file: IgnoreFile,
  verb: string,
  entries: readonly IgnoredPlace[],
  isWhole: boolean,
): string {
  const shown = isWhole ? entries : entries.slice(0, 20)
  const rest = entries.length - shown.length
  return [
    `No longer found; "contract ${verb} --generate-ignore-file" removes from ${file.name}:`,
    ...shown.map(
      ({ document, rule, place }) => `  ${rule}  ${document}${place.startsWith('#') ? '' : '  '}${place}`,
    ),
    ...(rest === 0 ? [] : [`  and ${rest} more (--all)`]),
  ].join('\n')
}

const keyOf = ({ document, rule, place }: IgnoredPlace): string => JSON.stringify([document, rule, place])

async function readYaml(folder: string, { name }: IgnoreFile): Promise<Document> {
  const path = join(folder, name)
  if (!existsSync(path)) return new Document()
  const document = parseDocument(await readFile(path, 'utf8'))
  const [error] = document.errors
  if (error !== undefined) throw new InputError(`${name} cannot be read: ${error.message}`)
  return document
}
