import { lexer, type Token, type Tokens } from 'marked'
import { type CodeSample, toCodeBlock, toLanguageName } from './code-block.ts'
import { type CodeTab, toCodeTabs } from './code-tabs.ts'
import {
  describeKept,
  readRequest,
  requestInfo,
  type ShownRequest,
  toMarkdownLanguage,
  type ToSamples,
} from './requests.ts'
import { escapeHtml } from './text.ts'

/** Captions of output blocks, by the second word of the info string. */
export const captions: Readonly<Record<string, string>> = {
  response: 'Response',
  excerpt: 'Part of the response',
  output: 'Output',
}

/** A block of a group. */
type Member =
  | { readonly kind: 'code'; readonly language: string; readonly html: string }
  | { readonly kind: 'request'; readonly request: ShownRequest }
  | { readonly kind: 'output'; readonly html: string }

/**
 * The groups of a page by the tokens of their blocks: the HTML for the first block, nothing for the others. A group is code
 * blocks without text between them, one of them a request. Its tabs are the languages of the samples. A block in one of these
 * languages replaces its samples: `sh` can be a script, and `ts` a longer example. Output blocks belong
 * to the blocks before them.
 */
export function findCodeGroups(
  tokens: readonly Token[],
  toSamples: ToSamples | undefined,
): ReadonlyMap<Token, string> {
  const groups = new Map<Token, string>()
  const runs = findRuns(tokens).map((run) => ({
    run,
    members: run.map((token) => toMember(token, toSamples)),
  }))
  const pageSamples = runs.flatMap(({ members }) => samplesOf(members))
  for (const [number, { run, members }] of runs.entries()) {
    const html = toGroup(members, pageSamples, `code-${number + 1}`)
    for (const [index, token] of run.entries()) groups.set(token, index === 0 ? html : '')
  }
  return groups
}

/**
 * The Markdown file of a page, with its groups in one language only. A request becomes its first sample,
 * or is removed if a block in that language replaces it.
 */
export function withFirstSamples(markdown: string, toSamples: ToSamples | undefined): string {
  const tokens = lexer(markdown)
  const replaced = new Map<Token, string>()
  for (const run of findRuns(tokens)) {
    const own = new Set(run.filter(({ lang }) => lang !== requestInfo).map(({ lang }) => lang))
    for (const token of run.filter(({ lang }) => lang === requestInfo)) {
      const { samples, kept } = readRequest(token.text, toSamples)
      const [first] = samples
      const language = first === undefined ? '' : toMarkdownLanguage(first.lang)
      const note = kept.length === 0 ? '' : `\n\n${describeKept(kept)}`
      replaced.set(
        token,
        first === undefined || own.has(language)
          ? ''
          : `\`\`\`${language}\n${first.source.trimEnd()}\n\`\`\`${note}`,
      )
    }
  }
  if (replaced.size === 0) return markdown
  return tokens
    .map((token, index) => {
      const before = tokens[index - 1]
      const isBesideNothing = token.type === 'space' && before !== undefined && replaced.get(before) === ''
      return isBesideNothing ? '' : (replaced.get(token) ?? token.raw)
    })
    .join('')
}

/** Code blocks without text between them, one of them a request. */
function findRuns(tokens: readonly Token[]): readonly (readonly Tokens.Code[])[] {
  const runs: Tokens.Code[][] = [[]]
  for (const token of tokens) {
    if (token.type === 'space') continue
    if (token.type === 'code' && isMember(token as Tokens.Code)) runs.at(-1)?.push(token as Tokens.Code)
    else runs.push([])
  }
  return runs.filter((run) => run.some(({ lang }) => lang === requestInfo))
}

function isMember({ lang = '' }: Tokens.Code): boolean {
  const [, use = ''] = lang.split(' ')
  return use === '' || lang === requestInfo || use in captions
}

function toMember({ text, lang = '' }: Tokens.Code, toSamples: ToSamples | undefined): Member {
  if (lang === requestInfo) return { kind: 'request', request: readRequest(text, toSamples) }
  const [language = '', use = ''] = lang.split(' ')
  const html = toCodeBlock(text, language, { className: use, caption: captions[use] })
  return use === '' ? { kind: 'code', language, html } : { kind: 'output', html }
}

function samplesOf(members: readonly Member[]): readonly CodeSample[] {
  return members.flatMap((member) => (member.kind === 'request' ? member.request.samples : []))
}

/** All groups of a page use the same names and order of languages, because a choice applies to all groups. */
function toGroup(members: readonly Member[], pageSamples: readonly CodeSample[], id: string): string {
  const samples = samplesOf(members)
  const own = new Set(members.flatMap((member) => (member.kind === 'code' ? [member.language] : [])))
  const languages = new Map(pageSamples.map(({ label, lang }) => [label, toMarkdownLanguage(lang)]))
  const tabs = Array.from(languages).flatMap(([label, language]): readonly CodeTab[] => {
    if (own.has(language)) return [{ label, html: toOwn(members, language) }]
    return samples.some((sample) => sample.label === label)
      ? [{ label, html: toSampled(members, label) }]
      : []
  })
  // A language without samples on the page still gets a tab.
  const known = new Set(languages.values())
  const further = [...own]
    .filter((language) => !known.has(language))
    .map((language): CodeTab => ({ label: toLanguageName(language), html: toOwn(members, language) }))
  return toCodeTabs([...tabs, ...further], id)
}

/** The blocks in one language, each with its output. */
function toOwn(members: readonly Member[], language: string): string {
  return toTab(members, (member) =>
    member.kind === 'code' && member.language === language ? member.html : '',
  )
}

function toSampled(members: readonly Member[], label: string): string {
  return toTab(members, (member) => {
    if (member.kind !== 'request') return ''
    const { samples, kept } = member.request
    const code = samples
      .filter((sample) => sample.label === label)
      .map(({ source, lang }) => toCodeBlock(source.trimEnd(), lang))
      .join('')
    return code === '' || kept.length === 0 ? code : `${code}${toNote(describeKept(kept))}`
  })
}

/** The blocks that `toHtml` shows, and the outputs that follow one of them before the next output. */
function toTab(members: readonly Member[], toHtml: (member: Member) => string): string {
  let isShown = false
  let isPrinted = false
  return members
    .map((member) => {
      if (member.kind === 'output') {
        isPrinted = true
        return isShown ? member.html : ''
      }
      if (isPrinted) isShown = false
      isPrinted = false
      const html = toHtml(member)
      if (html !== '') isShown = true
      return html
    })
    .join('')
}

/** In a note, the only Markdown is code in backquotes. */
function toNote(markdown: string): string {
  return `<p class="code-note">${escapeHtml(markdown).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>\n`
}
