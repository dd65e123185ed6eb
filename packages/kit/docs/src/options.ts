import type { ToSamples } from './site/requests.ts'
import type { TryItOptions } from './try-it-options.ts'

/** Options of `buildSite`. */
export interface SiteOptions {
  /** The output folder. An existing site is replaced; other files never are. */
  readonly outDir: string
  /** The name of the site, in the header and in the title of every page. Default: `info.title` of the first document. */
  readonly title?: string
  /** At least one. Further documents, such as that of an administration API, have pages of their own. */
  readonly documents: readonly SiteDocument[]
  /** A folder of Markdown files, each a page in `guides/`. Their front matter may have `title`, `description`, `group`, `order`, `keywords`. */
  readonly guides?: string
  /** The home page. Default: description, servers, authentication and operations of the first document. */
  readonly home?: { readonly title?: string; readonly description?: string; readonly markdown: string }
  /** Further pages. */
  readonly pages?: readonly ExtraPage[]
  /** The groups of the navigation in order, with pages in a fixed order. Other groups follow. */
  readonly navigation?: readonly NavigationGroup[]
  /** The links in the header. Default: the reference and try-it page of the first document. */
  readonly headerLinks?: readonly { readonly path: string; readonly label: string }[]
  /** Generated Markdown by name. It replaces the line `<!-- insert: name -->` on any page. */
  readonly inserts?: Readonly<Record<string, Insert>>
  /** Generated drawings: SVG by the image address in the Markdown. */
  readonly drawings?: Readonly<Record<string, string>>
  /** Writes the samples of a code block `yaml request`, one for each language: `createProjectSamples` of `@contract-kit/tools`. */
  readonly toSamples?: ToSamples
  /** Additional search entries, beside pages and operations. */
  readonly search?: readonly SearchEntry[]
  /** Synonyms: search phrases, and the words of this site for them: `{ 'log out': 'end a session' }`. Matches every form of a word. */
  readonly synonyms?: Readonly<Record<string, string>>
  /** Additional CSS for all pages except the references. */
  readonly styles?: string
  /** SVG of the icon. */
  readonly icon?: string
  /** Options of the try-it pages, one for each document; `false` for none. */
  readonly tryIt?: TryItOptions | false
  /** Adds a page for each error code of the documents, an index, and `errors.json`. Default: none. */
  readonly errors?: ErrorPagesOptions
}

/** How the documents name their error codes, and additional information about them. */
export interface ErrorPagesOptions {
  /** The response header with the code of an error: `x-problem`. */
  readonly codeHeader: string
  /** Notes about errors by status and code: `400 out_of_stock`. */
  readonly notes?: Readonly<Record<string, ErrorNotes>>
  /** The navigation group of the index. Default: `Start`. */
  readonly group?: string
  readonly order?: number
}

/** A note about an error. Its texts are Markdown. */
export interface ErrorNotes {
  /** The cause. Default: the texts of responses and examples. */
  readonly cause?: string
  /** How to fix or handle it. */
  readonly action?: string
  /** Its section of the index. Default: the section of its status. */
  readonly group?: string
  /** The message of an error that no operation declares, such as for an unknown path. */
  readonly message?: string
}

/** Creates Markdown for a page. `root` is the relative path to the top of the site, for links: `../` in a guide. */
export type Insert = (root: string) => string

/** An OpenAPI document of the site. */
export interface SiteDocument {
  /** OpenAPI 3.0 to 3.2 or Swagger 2.0: an object, or the path of a YAML or JSON file. All references must be local. */
  readonly document: object | string
  /** The path of its reference. Default for the first: `reference.html`. */
  readonly path?: string
  /** The label in the navigation. Default: `API reference` for the first, else `info.title`. */
  readonly label?: string
  /** `false` for no try-it page; an object overrides the options of the site. */
  readonly tryIt?: TryItOptions | false
}

/** A page other than guides and generated pages. */
export interface ExtraPage {
  /** Relative to the site: `rules.html`. */
  readonly path: string
  /** Default: the first heading of the Markdown. */
  readonly title?: string
  /** One sentence. Default: the first paragraph. */
  readonly description?: string
  /** The content of the page, and of `rules.md`. */
  readonly markdown: string
  /** HTML that replaces the rendered Markdown, including the `h1`. It is not sanitized. */
  readonly html?: string
  /** The label in the navigation. Default: the title. */
  readonly label?: string
  /** The group of the navigation. Default: not listed. */
  readonly group?: string
  readonly order?: number
  /** The navigation entry to highlight, if the page is not listed itself. */
  readonly parent?: string
  /** Additional search words, such as synonyms. */
  readonly keywords?: string
  /** The kind shown in search results. Default: `Page`. */
  readonly kind?: string
  /** Whether tables use the whole width. */
  readonly isWide?: boolean
  /** Its search entries. Default: its sections. */
  readonly search?: readonly SearchEntry[]
}

/** Pages that belong together, under one title in the navigation. */
export interface NavigationGroup {
  readonly title: string
  /** Whether its pages are optional: `llms.txt` lists them last, and `llms-full.txt` omits them. */
  readonly isOptional?: boolean
  /** Paths of pages in order, including pages that name another group. Other pages of the group follow by `order`, then by label. */
  readonly pages?: readonly string[]
  /**
   * The part of the site that contains the group, such as `Operating`. Default: the part of the first group. The menu
   * folds all parts but the first. Search ranks the first part higher, and can filter by part.
   */
  readonly part?: string
}

/** A search entry: a page, a section or an operation. */
export interface SearchEntry {
  /** Address relative to the site, anchor included; unique. */
  readonly href: string
  /** The kind shown in results: `Operation`, `Guide`. */
  readonly kind: string
  readonly title: string
  /** The title of its page, if the entry is a section. */
  readonly page?: string
  /** Additional search words, such as synonyms. Commas separate phrases. */
  readonly keywords: string
  /** Texts that rank it first when searched whole, as title and keywords do: the message of an error. */
  readonly phrases?: readonly string[]
  /** Additional names, such as the fields of an operation, separated by spaces. */
  readonly names?: string
  readonly text: string
  /** Passages for results, which show the best match. Default: the sentences of the text. */
  readonly passages?: readonly string[]
}

/** The result of a build. */
export interface SiteSummary {
  /** Paths of the HTML pages, relative to the site, sorted. */
  readonly pages: readonly string[]
  /** Problems in guides, pages and options, a sentence each: broken links, code blocks in unknown languages, HTML that is shown as text. */
  readonly warnings: readonly string[]
  /** Parts of the documents that are not shown as written, a sentence each: operations that cannot be read, HTML, images. */
  readonly notes: readonly string[]
  /** The page that lists the notes; undefined without any. */
  readonly notesPage: string | undefined
}
