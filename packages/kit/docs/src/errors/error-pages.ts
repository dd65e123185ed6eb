import { STATUS_CODES } from 'node:http'
import hljs from 'highlight.js/lib/common'
import http from 'highlight.js/lib/languages/http'
import { writeJson } from '@contract-kit/json-schema/json'
import { toOperationAddress } from '../home-page.ts'
import type { ErrorNotes, ErrorPagesOptions, ExtraPage } from '../options.ts'
import { toPlainText } from '../site/markdown.ts'
import { toMarkdownCode, toMarkdownTable, toMarkdownText } from '../site/text.ts'
import { type ErrorCode, errorFolder, errorListPath, findRelated, toErrorAddress } from './error-codes.ts'
import { compareStatuses, describeStatus, type DocumentedError, type ErrorExample } from './list-errors.ts'
import type { ErrorRetry } from './retry.ts'

// The languages of the common build leave out the one of the examples.
hljs.registerLanguage('http', http)

/** From a page in the folder of errors to the top of the site. */
const root = '../'

/** The list of all codes, then a page for each. */
export function toErrorPages(
  codes: readonly ErrorCode[],
  { group = 'Start', order, notes = {} }: Omit<ErrorPagesOptions, 'codeHeader'> = {},
): readonly ExtraPage[] {
  if (codes.length === 0) return []
  const list: ExtraPage = {
    path: errorListPath,
    label: 'Error codes',
    markdown: toList(codes, Object.values(notes)),
    group,
    ...(order === undefined ? {} : { order }),
    isWide: true,
    search: [
      {
        href: errorListPath,
        kind: 'Page',
        title: 'Error codes',
        keywords: 'all errors, list of errors, error codes, errors.json',
        text: listLead,
      },
    ],
  }
  return [list, ...codes.map((code) => toErrorPage(code, codes))]
}

const listLead = 'Every error code with its messages, cause and fix.'

/** Groups in the order in which notes name them. */
function toList(codes: readonly ErrorCode[], notes: readonly ErrorNotes[]): string {
  const rows = codes
    .flatMap((code) => code.errors.map((error) => ({ code, error })))
    .toSorted((left, right) => compareStatuses(left.error.status, right.error.status))
  const hasActions = rows.some(({ error }) => error.action !== '')
  const byGroup = Map.groupBy(rows, ({ error }) => error.group)
  const named = notes.flatMap(({ group }) => group ?? [])
  const sections = [...new Set([...named, ...byGroup.keys()])].flatMap((title) => {
    const same = byGroup.get(title)
    if (same === undefined) return []
    const table = toMarkdownTable(
      ['Status and code', 'Message', 'When', ...(hasActions ? ['What to do'] : [])],
      same.map(({ code, error }) => [
        `${error.status} [${toMarkdownCode(error.code)}](${toLink(toErrorAddress(code, error))})`,
        toMessages(error),
        error.causes.join(' '),
        ...(hasActions ? [error.action] : []),
      ]),
    )
    return [`## ${title}\n\n${table}`]
  })
  return [
    '# Error codes',
    `${listLead} [errors.json](../errors.json) has the same data for programs.`,
    ...sections,
  ].join('\n\n')
}

/** With more messages, they depend on the request: show them as examples beside the operations. */
const mostMessages = 2
const severalMessages = '_one text for each problem_'

const hasManyMessages = ({ messages }: DocumentedError): boolean => messages.length > mostMessages

function toMessages(error: DocumentedError): string {
  return hasManyMessages(error) ? severalMessages : error.messages.map(toMarkdownText).join(' · ')
}

function toErrorPage(entry: ErrorCode, codes: readonly ErrorCode[]): ExtraPage {
  const { code, path, errors } = entry
  const isOne = errors.length === 1
  const mark = isOne ? '##' : '###'
  // Statuses that the same operations send share one table.
  const [shared = '', ...different] = [...new Set(errors.map(toOperations))]
  const isShared = different.length === 0
  const parts = errors.map((error) =>
    [
      ...(isOne ? [] : [`## ${describeStatus(error.status)}`]),
      toFacts(error),
      ...toSections(error, !isShared).map(([title, text]) => `${mark} ${title}\n\n${text}`),
    ].join('\n\n'),
  )
  if (isShared && shared !== '') parts.push(`## Operations\n\n${shared}`)
  const messages = [...new Set(errors.flatMap((error) => error.messages))]
  const statuses = errors.map(({ status }) => status)
  const causes = errors.flatMap((error) => error.causes.slice(0, 1)).map(toPlainText)
  return {
    path,
    title: code,
    description: `${statuses.join(', ')}. ${causes.join(' ')}`.trim(),
    parent: errorListPath,
    kind: 'Error code',
    markdown: [`# ${toMarkdownCode(code)}`, ...parts, toRelated(entry, codes)].join('\n\n'),
    search: [
      {
        href: path,
        kind: 'Error code',
        title: code,
        keywords: statuses.join(' '),
        phrases: messages,
        // The first words are shown.
        text: [
          `${statuses.join(', ')} ${messages.slice(0, mostMessages).join(' · ')}:`,
          ...causes,
          ...messages.slice(mostMessages),
        ].join(' '),
      },
    ],
  }
}

function toFacts(error: DocumentedError): string {
  const { status, messages, retry } = error
  const reason = STATUS_CODES[status]
  return toMarkdownTable(
    ['', ''],
    [
      ['**Status**', reason === undefined ? toMarkdownCode(status) : `${status} ${reason}`],
      ...(messages.length === 0
        ? []
        : [
            [
              messages.length === 1 ? '**Message**' : '**Messages**',
              hasManyMessages(error) ? severalMessages : messages.map(toMarkdownCode).join(', '),
            ],
          ]),
      ['**Retry**', retryInShort[retry.allowed]],
    ],
  )
}

const retryInShort: Readonly<Record<ErrorRetry['allowed'], string>> = {
  no: 'no',
  yes: 'yes',
  'same-key': 'yes, with the same idempotency key',
  'new-session': 'once, in a new session',
  'if-repeatable': 'if the operation may be repeated',
}

function toSections(
  error: DocumentedError,
  hasOperations: boolean,
): readonly (readonly [title: string, text: string])[] {
  const { causes, action, retry, example, status } = error
  const cause = causes.length === 1 ? causes[0] : causes.map((text) => `- ${text}`).join('\n')
  return [
    ['Why it happens', cause ?? ''] as const,
    ['What to do', action] as const,
    ['Retry', explainRetry(retry)] as const,
    ['Example', toResponse(status, example)] as const,
    ['Operations', hasOperations ? toOperations(error) : ''] as const,
  ].filter(([, text]) => text !== '')
}

/** Whether a retry is safe, and when. */
function explainRetry({ allowed, retryAfter }: ErrorRetry): string {
  const wait = {
    always: 'Wait the seconds in `Retry-After`.',
    sometimes: 'Wait the seconds in `Retry-After` if present, otherwise a little longer each time.',
    never: 'Wait a little longer each time.',
  }[retryAfter]
  return {
    no: 'Do not retry. The same request fails again until its cause is fixed.',
    yes: `The request had no effect, so a retry is safe. ${wait}`,
    'same-key': `Retry with the same idempotency key. A retry with another key is not safe. ${wait}`,
    'new-session': 'The request had no effect. Open a new session and retry once.',
    'if-repeatable': `The service may have completed the request. Retry only if the table below says that the operation may be repeated. ${wait}`,
  }[allowed]
}

function toResponse(status: string, example: ErrorExample | undefined): string {
  const reason = STATUS_CODES[status]
  if (example === undefined || reason === undefined) return ''
  const { mediaType, headers, body } = example
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    ...(mediaType === '' ? [] : [`content-type: ${mediaType}`]),
    ...headers.map(([name, value]) => `${name.toLowerCase()}: ${value}`),
    ...(body === undefined ? [] : ['', writeJson(body, 2)]),
  ]
  return `\`\`\`http response\n${lines.join('\n')}\n\`\`\``
}

/** A table for each document that has the error. */
function toOperations(error: DocumentedError): string {
  const { operations, retry } = error
  const shows = { messages: hasManyMessages(error), repeat: retry.allowed === 'if-repeatable' }
  const byDocument = Map.groupBy(operations, ({ page }) => page)
  return Array.from(byDocument, ([page, same]) => {
    const differs = new Set(same.map(({ when }) => when)).size > 1
    const table = toMarkdownTable(
      [
        'Operation',
        'Request',
        ...(differs ? ['When'] : []),
        ...(shows.messages ? ['Example'] : []),
        ...(shows.repeat ? ['May be repeated'] : []),
      ],
      same.map(({ operation, when, messages, repeat }) => [
        `[${toMarkdownCode(operation.id)}](${root}${toOperationAddress(page.path, operation)})`,
        toMarkdownCode(`${operation.method} ${operation.path}`),
        ...(differs ? [toMarkdownText(when)] : []),
        ...(shows.messages ? [messages.map(toMarkdownCode).join(', ')] : []),
        ...(shows.repeat ? [{ always: 'yes', key: 'with its idempotency key', never: 'no' }[repeat]] : []),
      ]),
    )
    return byDocument.size === 1 ? table : `**${toMarkdownText(page.label)}**\n\n${table}`
  }).join('\n\n')
}

/** Links to the codes with the same message, to others of the same group, and to the list. */
function toRelated(entry: ErrorCode, codes: readonly ErrorCode[]): string {
  const { sameMessage, sameGroup } = findRelated(entry, codes)
  const groups = [...new Set(entry.errors.map(({ group }) => group))]
  return [
    '## Related codes',
    sameMessage.length === 0 ? '' : `With the same message: ${toLinks(sameMessage)}.`,
    sameGroup.length === 0 ? '' : `${groups.join(', ')}: ${toLinks(sameGroup)}.`,
    '[All error codes](index.md)',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const toLinks = (codes: readonly ErrorCode[]): string =>
  codes.map(({ code, path }) => `[${toMarkdownCode(code)}](${toLink(path)})`).join(', ')

/** From one page of the folder to another, as Markdown links to it. */
const toLink = (path: string): string =>
  encodeURI(path.slice(errorFolder.length).replace(/\.html(?=#|$)/, '.md'))
