import type { ToSamples } from './site/requests.ts'
import type { TryItOptions } from './try-it-options.ts'

/** What a site is built from. */
export interface SiteOptions {
  /** The folder to write. It takes the place of a site that is there already; other files are never replaced. */
  readonly outDir: string
  /** The name of the site, in the header and in the title of every page; `info.title` of the first document by default. */
  readonly title?: string
  /** One at least. A second document, such as that of an administration API, has pages of its own. */
  readonly documents: readonly SiteDocument[]
  /** A folder of Markdown files, each a page in `guides/`. Their front matter may have `title`, `description`, `group`, `order`, `keywords`. */
  readonly guides?: string
  /** The first page; made from the first document by default: its description, servers, authentication and operations. */
  readonly home?: { readonly title?: string; readonly description?: string; readonly markdown: string }
  /** Further pages. */
  readonly pages?: readonly ExtraPage[]
  /** The groups of the navigation in their order, and pages in a fixed order. Groups that are not named here follow. */
  readonly navigation?: readonly NavigationGroup[]
  /** The links in the header; the first document's reference and try-it page by default. */
  readonly headerLinks?: readonly { readonly path: string; readonly label: string }[]
  /** Generated Markdown by name: a line `<!-- insert: name -->` of any page is replaced by it. */
  readonly inserts?: Readonly<Record<string, Insert>>
  /** Generated drawings: SVG by the address under which the Markdown names it as an image. */
  readonly drawings?: Readonly<Record<string, string>>
  /** Writes the samples of a code block `yaml request`, one for each language: `createProjectSamples` of `@contract-kit/tools`. */
  readonly toSamples?: ToSamples
  /** What search finds beside pages and operations. */
  readonly search?: readonly SearchEntry[]
  /** What readers search for, and the words of this site for it: `{ 'log out': 'end a session' }`. Every form of a word counts. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** CSS that is added to that of the pages, except the references. */
  readonly styles?: string
  /** SVG of the icon. */
  readonly icon?: string
  /** A page for each document from which requests can be sent; `false` for none. */
  readonly tryIt?: TryItOptions | false
  /** A page for each error code of the documents, a list of them, and `errors.json`; none by default. */
  readonly errors?: ErrorPagesOptions
}

/** How the documents name the codes of their errors, and what they do not say about them. */
export interface ErrorPagesOptions {
  /** The response header with the code of an error: `x-problem`. */
  readonly codeHeader: string
  /** What the documents do not say, by status and code: `400 out_of_stock`. */
  readonly notes?: Readonly<Record<string, ErrorNotes>>
  /** The group of the navigation that the list of codes belongs to; `Start` by default. */
  readonly group?: string
  readonly order?: number
}

/** What a document does not say about an error. Its texts are Markdown. */
export interface ErrorNotes {
  /** Why it happens; what responses and examples say by default. */
  readonly cause?: string
  /** What a program or its developer does about it. */
  readonly action?: string
  /** The section of the list that it stands in; that of its status by default. */
  readonly group?: string
  /** The text of its message beside the operations, such as for a path that does not exist. No operation has to declare it. */
  readonly message?: string
}

/** Makes Markdown for a page. `root` leads from the page to the top of the site, for links: empty there, `../` in a guide. */
export type Insert = (root: string) => string

/** An OpenAPI document of the site. */
export interface SiteDocument {
  /** OpenAPI 3.0 to 3.2, or Swagger 2.0, as an object with local references alone, or the path of a YAML or JSON file that holds it. */
  readonly document: object | string
  /** The page of its reference: `reference.html` by default for the first. */
  readonly path?: string
  /** In the navigation: `API reference` by default for the first, else `info.title`. */
  readonly label?: string
  /** `false` leaves it without a try-it page; an object overrides the options of the site. */
  readonly tryIt?: TryItOptions | false
}

/** A page that is neither a guide nor made from a document. */
export interface ExtraPage {
  /** Relative to the site: `rules.html`. */
  readonly path: string
  /** The first heading of the Markdown by default. */
  readonly title?: string
  /** One sentence; the first paragraph by default. */
  readonly description?: string
  /** The page, and what `rules.md` holds. */
  readonly markdown: string
  /** Shown in place of the rendered Markdown, `h1` included. It is not sanitized: its author is responsible for it. */
  readonly html?: string
  /** In the navigation; the title by default. */
  readonly label?: string
  /** The group of the navigation. Without it the page is in none. */
  readonly group?: string
  readonly order?: number
  /** The page of the navigation that this one belongs to, where it is not listed itself. */
  readonly parent?: string
  /** Words that search finds the page by, such as synonyms that its text does not use. */
  readonly keywords?: string
  /** What search says that it is; `Page` by default. */
  readonly kind?: string
  /** Tables use the whole width. */
  readonly isWide?: boolean
  /** What search finds of it; its sections by default. */
  readonly search?: readonly SearchEntry[]
}

/** Pages that belong together, under one title in the navigation. */
export interface NavigationGroup {
  readonly title: string
  /** Its pages can be skipped: `llms.txt` lists them last, and `llms-full.txt` leaves them out. */
  readonly isOptional?: boolean
  /** Paths of pages in their order, whatever group they name. Others of the group follow by `order`, then by label. */
  readonly pages?: readonly string[]
  /**
   * The part of the site that the group belongs to, such as `Operating`; the part of the first group by default. The menu
   * folds every part but the first one. Search ranks the first part before the others, and can be narrowed to a part.
   */
  readonly part?: string
}

/** What a reader can find: a page, a part of one, an operation. */
export interface SearchEntry {
  /** Address relative to the site, anchor included; unique. */
  readonly href: string
  /** Where it is from, as a result says it: `Operation`, `Guide`. */
  readonly kind: string
  readonly title: string
  /** The title of its page, where the entry is a section of one. */
  readonly page?: string
  /** Words that find it although it does not show them, such as synonyms. Commas separate phrases. */
  readonly keywords: string
  /** Texts that lead straight here when they are searched whole, as title and keywords do: the message of an error. */
  readonly phrases?: readonly string[]
  /** Names that find it, such as those of the fields of an operation, separated by spaces. */
  readonly names?: string
  readonly text: string
  /** What a result shows: the one that has most words of the query. The sentences of the text by default. */
  readonly passages?: readonly string[]
}

/** What was built. */
export interface SiteSummary {
  /** Paths of the HTML pages, relative to the site, sorted. */
  readonly pages: readonly string[]
  /** One sentence each about guides, pages and options: links that lead nowhere, code blocks of unknown languages, HTML that is shown as text. */
  readonly warnings: readonly string[]
  /** One sentence each about what the documents have and the site does not show so: operations that cannot be read, HTML, images. */
  readonly notes: readonly string[]
  /** The page that lists the notes; undefined without any. */
  readonly notesPage: string | undefined
}
