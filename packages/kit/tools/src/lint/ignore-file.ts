import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Document, isMap, isScalar, isSeq, parseDocument, type YAMLSeq } from 'yaml'
import { InputError } from '../input-error.ts'
import type { LintFinding, LintProblem } from './lint-documents.ts'

/** The file of findings that are not reported, in Redocly's format: pointers by rule, by file. */
export const ignoreFileName = '.redocly.lint-ignore.yaml'

/** A rule at a place where it is not reported. */
export interface IgnoredPlace {
  readonly file: string
  readonly rule: string
  readonly pointer: string
  /** The comment behind the pointer. */
  readonly reason?: string
}

/** The entries of the ignore file of a folder; none without a file. Throws an InputError if it is not as Redocly writes it. */
export async function readIgnoreFile(folder: string): Promise<readonly IgnoredPlace[]> {
  const { contents } = await readYaml(folder)
  if (contents === null) return []
  return pairsOf(contents).flatMap(([file, rules]) =>
    pairsOf(rules).flatMap(([rule, pointers]) => {
      if (!isSeq(pointers)) throw wrongFormat()
      return pointers.items.map((item) => {
        if (!isScalar(item)) throw wrongFormat()
        const reason = item.comment?.trim()
        const place = { file, rule, pointer: String(item.value) }
        return reason === undefined ? place : { ...place, reason }
      })
    }),
  )
}

/**
 * Adds findings to the ignore file of a folder and removes entries; those that stay keep their comments. Resolves with the number of
 * places that were added.
 */
export async function changeIgnoreFile(
  folder: string,
  findings: readonly LintFinding[],
  removed: readonly IgnoredPlace[],
): Promise<number> {
  // Redocly ignores no finding without a pointer.
  const places = findings.map(({ problem }) => problem).filter(({ pointer }) => pointer !== '')
  const added = [...new Map(places.map((place) => [keyOf(place), place])).values()]
  const document = await readYaml(folder)
  if (document.contents === null) {
    document.contents = document.createNode({})
    document.commentBefore = banner
  }
  for (const { file, rule, pointer } of removed) {
    const pointers = document.getIn([file, rule]) as YAMLSeq
    pointers.items = pointers.items.filter((item) => !isScalar(item) || item.value !== pointer)
    if (pointers.items.length === 0) document.deleteIn([file, rule])
    const rules = document.get(file)
    if (isMap(rules) && rules.items.length === 0) document.delete(file)
  }
  for (const { file, rule, pointer } of added) {
    if (document.hasIn([file, rule])) document.addIn([file, rule], pointer)
    else document.setIn([file, rule], document.createNode([pointer]))
  }
  await writeFile(join(folder, ignoreFileName), document.toString({ lineWidth: 0 }))
  return added.length
}

/** Findings by what an ignore file says of them. */
export interface JudgedFindings {
  readonly reported: readonly LintFinding[]
  readonly ignored: readonly (LintProblem & Pick<IgnoredPlace, 'reason'>)[]
  /** Entries for which nothing was found. */
  readonly unused: readonly IgnoredPlace[]
}

/** Divides findings by rule and place, whatever line they are on. `isLinted` says whether the findings of a file are among them. */
export function judgeFindings(
  findings: readonly LintFinding[],
  entries: readonly IgnoredPlace[],
  isLinted: (file: string) => boolean,
): JudgedFindings {
  const places = new Map(entries.map((entry) => [keyOf(entry), entry]))
  const found = new Set(findings.map(({ problem }) => keyOf(problem)))
  return {
    reported: findings.filter(({ problem }) => !places.has(keyOf(problem))),
    ignored: findings.flatMap(({ problem }) => {
      const entry = places.get(keyOf(problem))
      return entry === undefined ? [] : [{ ...problem, ...entry }]
    }),
    unused: entries.filter((entry) => !found.has(keyOf(entry)) && isLinted(entry.file)),
  }
}

const keyOf = ({ file, rule, pointer }: IgnoredPlace): string => JSON.stringify([file, rule, pointer])

const banner = ` Findings that "contract lint" and "redocly lint" do not report. A comment behind a pointer is its reason.
 "contract lint --generate-ignore-file" adds what is found now, and removes what is no longer found.`

async function readYaml(folder: string): Promise<Document> {
  const path = join(folder, ignoreFileName)
  if (!existsSync(path)) return new Document()
  const document = parseDocument(await readFile(path, 'utf8'))
  const [error] = document.errors
  if (error !== undefined) throw new InputError(`${ignoreFileName} cannot be read: ${error.message}`)
  return document
}

function pairsOf(node: unknown): readonly (readonly [key: string, value: unknown])[] {
  if (!isMap(node)) throw wrongFormat()
  return node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), value])
}

const wrongFormat = (): InputError =>
  new InputError(`${ignoreFileName} must hold lists of JSON Pointers by rule, by file.`)
