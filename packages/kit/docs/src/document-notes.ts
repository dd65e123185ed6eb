import type { ApiDocument } from '@contract-kit/openapi'
import type { ExtraPage } from './options.ts'
import { toMarkdownText } from './site/text.ts'

/** The page that lists the parts of the documents that the site does not show as written. */
export const notesPath = 'document-notes.html'

const sections = {
  operations: 'Operations that cannot be read',
  parts: 'Other parts',
  texts: 'Texts that are shown differently',
}

/** Collects the parts of the documents that the site does not show as written, each once, by the section of the page. */
export class DocumentNotes {
  readonly #notes = new Map<keyof typeof sections, Set<string>>()

  add(section: keyof typeof sections, note: string): void {
    const notes = this.#notes.get(section) ?? new Set()
    this.#notes.set(section, notes.add(note))
  }

  /** Adds the notes from reading a document, whose reference is the page at `path`. */
  addDocument(path: string, { unread, notes, operations }: ApiDocument): void {
    for (const { id, reason } of unread)
      this.add('operations', `${path}: the operation ${id} cannot be read: ${reason}`)
    // The site validates no values, so notes on unchecked features do not apply.
    const shown = notes.filter((note) => !note.endsWith(' not checked.'))
    for (const note of shown) this.add('parts', `${path}: ${note}`)
    for (const { id, queryString } of operations)
      if (queryString !== undefined)
        this.add(
          'parts',
          `${path}: the query string of ${id} (\`in: querystring\`) is shown, but its examples and the try-it page do not send it`,
        )
  }

  /** All notes, in the order of the page. */
  get list(): readonly string[] {
    return this.#inOrder.flatMap(([, notes]) => notes)
  }

  /** Markdown that links to the page; empty without notes. */
  toLink(): string {
    const count = this.list.length
    if (count === 0) return ''
    const things = count === 1 ? '1 thing is' : `${count} things are`
    return `${things} not shown here as the document has ${count === 1 ? 'it' : 'them'}: see the [notes](${notesPath}).`
  }

  /** The page; undefined without notes. */
  toPage(): ExtraPage | undefined {
    if (this.#notes.size === 0) return undefined
    const parts = this.#inOrder.map(
      ([title, notes]) => `## ${title}\n\n${notes.map((note) => `- ${toMarkdownText(note)}`).join('\n')}`,
    )
    const lead = 'What these pages do not show as the OpenAPI document has it, and why.'
    return {
      path: notesPath,
      label: 'Notes on the document',
      markdown: ['# Notes on the document', lead, ...parts].join('\n\n'),
      group: 'Start',
    }
  }

  get #inOrder(): readonly (readonly [title: string, notes: readonly string[]])[] {
    return Object.entries(sections).flatMap(([section, title]) => {
      const notes = this.#notes.get(section as keyof typeof sections)
      return notes === undefined ? [] : [[title, [...notes]] as const]
    })
  }
}
